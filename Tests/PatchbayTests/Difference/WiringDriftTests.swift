import Foundation
import Patchbay
import TestSupport
import Testing

@Suite("A container says whether its files have another wiring by now")
struct WiringDriftTests {
  private static let services = """
    parameters: { name: Ada }
    services:
      greeter: { type: Text, arguments: { text: $(name) } }
      other: { type: Text, arguments: { text: $(env:OTHER) } }
    """

  private struct Own: Module {
    var definitions: Definitions { Provide("own", as: Int.self) { _ in 1 } }
  }

  /// Makes a container of files, changes them, and asks.
  private func drift(
    _ changes: [String: String?], overlays: [String] = [],
    parameters: [String: ParameterValue] = [:]
  ) throws -> String {
    let folder = try TemporaryFolder([
      "services.yaml": Self.services, "over.yaml": "imports: [more.yaml]\n",
      "more.yaml": "services: { other: { arguments: { text: x } } }\n",
    ])
    let container = try Container(
      ServiceConfiguration(ConfigurationSource(path: folder.file("services.yaml"))).plan(
        variables: ["OTHER": "o"], parameters: parameters,
        overlays: overlays.map { ConfigurationSource(path: folder.file($0)) }, modules: [Own()],
        catalog: .texts))
    for (name, text) in changes {
      if let text {
        try text.write(toFile: folder.file(name), atomically: true, encoding: .utf8)
      } else {
        try FileManager.default.removeItem(atPath: folder.file(name))
      }
    }
    return "\(container.drift())".replacing(folder.path, with: "Config")
  }

  @Test(
    "a container says what its files have changed",
    arguments: [
      ([:], [], "the files have the wiring that runs"),
      (["services.yaml": services + "\n# A comment.\n"], [], "the files have the wiring that runs"),
      (["over.yaml": "services: {}\n"], [], "the files have the wiring that runs"),
      (
        ["services.yaml": services.replacing("Ada", with: "Eve")], [],
        "the files have another wiring: 1 value changed · 1 service reached; they are valid"
      ),
      (
        ["services.yaml": services.replacing("$(name)", with: "$(nam)")], [],
        "the files have mistakes, and a restart would fail: Config/services.yaml:3:45"
      ),
      (
        ["services.yaml": nil], [],
        "the files have mistakes, and a restart would fail: Config/services.yaml"
      ),
      ([:], ["over.yaml"], "the files have the wiring that runs"),
      (
        ["over.yaml": "services: { other: { arguments: { text: y } } }\n"], ["over.yaml"],
        "the files have another wiring: 1 value changed; they are valid"
      ),
      (
        ["more.yaml": "services: { other: { arguments: { text: y } } }\n"], ["over.yaml"],
        "the files have another wiring: 1 value changed; they are valid"
      ),
      (
        ["services.yaml": services.replacing("env:OTHER", with: "env:UNSET")], [],
        "the files have mistakes, and a restart would fail: Config/services.yaml:4:43"
      ),
    ] as [([String: String?], [String], String)])
  func says(_ changes: [String: String?], _ overlays: [String], _ expected: String) throws {
    #expect(try drift(changes, overlays: overlays) == expected)
  }

  @Test("a parameter of the program stays, whatever the files say")
  func parameters() throws {
    let changes = ["services.yaml": Self.services.replacing("Ada", with: "Eve")]
    #expect(
      try drift(changes, parameters: ["name": "Bob"]) == "the files have the wiring that runs")
  }

  @Test("a container without files has none, and a child is compared with its own files")
  func others() throws {
    let own = try Container(catalog: .texts) { Provide("own", as: Int.self) { _ in 1 } }
    #expect("\(own.drift())" == "the files have the wiring that runs")
    let text = try Container(
      ServiceConfiguration(.inline("services: { a: { type: Text, arguments: { text: a } } }"))
        .plan(catalog: .texts))
    #expect("\(text.drift())" == "the files have the wiring that runs")

    let folder = try TemporaryFolder([
      "child.yaml": "services: { b: { type: Text, arguments: { text: b } } }\n"
    ])
    let child = try ServiceConfiguration(ConfigurationSource(path: folder.file("child.yaml")))
      .plan(parent: text.plan, catalog: .texts)
    let container = try Container(child, parent: text)
    #expect("\(container.drift())" == "the files have the wiring that runs")
    try "services: { b: { type: Text, arguments: { text: c } } }\n".write(
      toFile: folder.file("child.yaml"), atomically: true, encoding: .utf8)
    #expect(
      "\(container.drift())" == "the files have another wiring: 1 value changed; they are valid")
  }

  @Test("a file that a value reads counts by its text, which is not shown")
  func readFiles() throws {
    let folder = try TemporaryFolder([
      "services.yaml": """
      services: { a: { type: Text, arguments: { text: !secret $(file:parts/secret.txt) } } }
      """, "parts/secret.txt": "hunter1",
    ])
    let container = try Container(
      ServiceConfiguration(ConfigurationSource(path: folder.file("services.yaml")))
        .plan(catalog: .texts))
    #expect("\(container.drift())" == "the files have the wiring that runs")
    try folder.write("hunter2", to: "parts/secret.txt")
    guard case .changed(let difference) = container.drift() else {
      Issue.record("no drift")
      return
    }
    #expect(
      "\(difference)" == """
        1 value changed
        ~ file parts/secret.txt  [secret] changed
        """)
    try folder.write("", to: "parts/secret.txt")
    #expect("\(container.drift())".hasPrefix("the files have mistakes, and a restart would fail: "))
  }

  @Test("an overlay that is laid over a running container is read again, and kept as it was")
  func overlaid() throws {
    let folder = try TemporaryFolder([
      "services.yaml": Self.services, "over.yaml": "parameters: { name: Bob }\n",
    ])
    let container = try Container(
      ServiceConfiguration(ConfigurationSource(path: folder.file("services.yaml")))
        .plan(
          variables: ["OTHER": "o"],
          overlays: [ConfigurationSource(path: folder.file("over.yaml"))], catalog: .texts))
    try "parameters: { name: Eve }\n".write(
      toFile: folder.file("over.yaml"), atomically: true, encoding: .utf8)
    let overlaid = try container.overlaid(by: [], parameters: ["unused": "x"])
    #expect(try overlaid.resolve("greeter", as: String.self) == "Eve")
    #expect("\(overlaid.drift())" == "the files have the wiring that runs")
    #expect("\(container.drift())".hasPrefix("the files have another wiring: 1 value changed"))
  }
}

extension FactoryCatalog {
  fileprivate static let texts = FactoryCatalog("texts") {
    Factory("Text", .value("text")) { (text: String) in text }
  }
}
