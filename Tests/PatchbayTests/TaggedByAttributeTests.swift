import Foundation
import Patchbay
import PatchbayCommand
import TestSupport
import Testing

@Suite("`!tagged { tag: leaf, key: path }` is a dictionary by an attribute of the tag")
struct TaggedByAttributeTests {
  private static let yaml = """
    services:
      green: { type: Green, tags: { leaf: { path: /green, priority: -1 } } }
      red: { type: Red, tags: { leaf: { path: 5 }, twig: { path: /other } } }
      node: { type: Node }
      all: { type: Named, arguments: { leaves: !tagged { tag: leaf, key: path } } }
    """

  private func leaves(_ container: Container, _ key: String = "all") throws -> [String: String] {
    try container.resolve(key, as: Named.self).leaves.mapValues { "\(type(of: $0))" }
  }

  @Test func theKeysAreTheTextsOfTheAttribute() throws {
    let container = try Container(Self.yaml, .table)
    #expect(try leaves(container) == ["/green": "Green", "5": "Red"])
  }

  @Test(
    "which a layer replaces as a whole, as it does the attributes one by one",
    arguments: [
      (
        "services: { red: { tags: { leaf: { path: true } } } }", ["/green": "Green", "true": "Red"]
      ),
      (
        "services: { all: { arguments: { leaves: !tagged { tag: twig, key: path } } } }",
        ["/other": "Red"]
      ),
      (
        "services: { all: { arguments: { leaves: !tagged leaf } } }",
        ["green": "Green", "red": "Red"]
      ),
      ("services: { all: { arguments: { leaves: { a: !ref red } } } }", ["a": "Red"]),
      ("services: { red: { tags: { leaf: !remove } } }", ["/green": "Green"]),
    ])
  func overlays(_ overlay: String, _ expected: [String: String]) throws {
    #expect(try leaves(Container(Self.yaml, overlays: [overlay], .table)) == expected)
    let container = try Container(Self.yaml, .table)
    #expect(try leaves(container.overlaid(by: .inline(overlay))) == expected)
  }

  @Test(
    "What a decorator says of a tag counts, attribute by attribute, and the outermost wins",
    arguments: [
      ("plain", "tags: { leaf: { path: /first } }", "", ["/green", "5", "/first"]),
      ("red", "tags: { leaf: { path: /first } }", "", ["/green", "/first"]),
      (
        "red", "tags: { leaf: { path: /first } }", "tags: { leaf: { path: /second } }",
        ["/green", "/second"]
      ),
      ("red", "tags: { leaf: { path: /first } }", "tags: [leaf]", ["/green", "/first"]),
      ("red", "tags: { leaf: { other: x } }", "", ["/green", "5"]),
      ("red", "tags: { twig: { path: /x } }", "", ["/green", "5"]),
    ] as [(String, String, String, [String])])
  func decorators(
    _ target: String, _ inner: String, _ outer: String, _ keys: [String]
  ) throws {
    func decorator(_ key: String, _ tags: String) -> String {
      "\(key): { type: Wrapper, decorates: \(target), arguments: { inner: !inner }, \(tags) }"
    }
    let container = try Container(
      Self.yaml,
      overlays: [
        """
        services:
          plain: { type: Green }
          \(decorator("first", inner))
          \(outer.isEmpty ? "" : decorator("second", outer))
        """
      ], .table)
    #expect(try leaves(container).keys.sorted() == keys.sorted())
  }

  @Test("and so does its priority, but not what the defaults of its file say")
  func priorityOfDecorators() throws {
    let yaml = """
      services:
        green: { type: Green, tags: { leaf: { priority: 1 } } }
        red: { type: Red, tags: [leaf] }
        red.log: { type: Wrapper, decorates: red, arguments: { inner: !inner }, tags: { leaf: { priority: 2 } } }
        all: { type: Many, arguments: { leaves: !tagged leaf } }
      """
    func types(_ yaml: String, overlay: String) throws -> [String] {
      let container = try Container(yaml, overlays: [overlay], .table)
      return try container.resolve("all", as: Many.self).leaves.map { "\(type(of: $0))" }
    }
    #expect(try types(yaml, overlay: "services: {}") == ["Wrapper", "Green"])
    #expect(
      try types(
        yaml.replacingOccurrences(of: ", tags: { leaf: { priority: 2 } }", with: ""),
        overlay: """
          defaults: { tags: { leaf: { priority: 5 } } }
          services:
            red.second: { type: Wrapper, decorates: red, arguments: { inner: !inner } }
          """) == ["Green", "Wrapper"])
  }

  @Test("A child sees the attributes of its parent's services, except those that it hides")
  func children() throws {
    let parent = try Container(Self.yaml, .table)
    let plan = try ServiceConfiguration(
      .inline(
        """
        services:
          red: { type: Green }
          own: { type: Red, tags: { leaf: { path: /own } } }
          both: { type: Named, arguments: { leaves: !tagged { tag: leaf, key: path } } }
        """)
    ).plan(parent: parent.plan, catalog: .table)
    let child = try Container(plan, parent: parent)
    #expect(try leaves(child, "both") == ["/green": "Green", "/own": "Red"])
    #expect(try leaves(child) == ["/green": "Green", "5": "Red"])
    let error = #expect(throws: DiagnosticsError.self) {
      try ServiceConfiguration(
        .inline(
          """
          services:
            own: { type: Red, tags: { leaf: { path: /green } } }
            both: { type: Named, arguments: { leaves: !tagged { tag: leaf, key: path } } }
          """)
      ).plan(parent: parent.plan, catalog: .table)
    }
    #expect(
      error?.diagnostics.map(\.message) == [
        "`own` and `green` have the same `path` in the tag `leaf`"
      ])
  }

  @Test func anOverrideKeepsTheKeyOfItsService() throws {
    let container = try Container(
      Self.yaml, overlays: ["services: { all: { scope: transient } }"], .table)
    let token = try container.override(ServiceKey<any Leaf>("green"), with: Red())
    #expect(try leaves(container) == ["/green": "Red", "5": "Red"])
    withExtendedLifetime(token) {}
  }

  @Test func aServiceThatHasTheTagItselfNeedsNoAttribute() throws {
    let container = try Container(
      Self.yaml, overlays: ["services: { all: { tags: [leaf] } }"], .table)
    #expect(try leaves(container) == ["/green": "Green", "5": "Red"])
  }

  @Test("Definitions in Swift have it, too")
  func inSwift() throws {
    let container = try Container(catalog: .table) {
      Define("green", "Green").tag("leaf", attributes: ["path": "/green"])
      Define("red", "Red").tag("leaf", attributes: ["path": 5])
      Define("all", "Named").argument("leaves", .tagged("leaf", key: "path"))
      Provide("closure", .tagged("leaf", key: "path", as: (any Leaf).self)) { leaves in
        Named(leaves: leaves)
      }
    }
    #expect(try leaves(container) == ["/green": "Green", "5": "Red"])
    #expect(try leaves(container, "closure") == ["/green": "Green", "5": "Red"])
    let error = #expect(throws: DiagnosticsError.self) {
      try Container(catalog: .table) {
        Define("green", "Green").tag("leaf")
        Define("all", "Named").argument("leaves", .tagged("leaf", key: "path"))
        Define("list", "Many").argument("leaves", .tagged("leaf", key: "path"))
        Define("order", "Named").argument("leaves", .tagged("leaf", key: "priority"))
      }
    }
    #expect(
      Set(error?.diagnostics.flatMap { $0.fixIts.map(\.message) } ?? []) == [
        "write `.tagged(\"leaf\")`",
        "give each service an attribute of its own, such as `name`",
      ])
  }

  @Test("A variable is read for the container, and no text from outside is shown")
  func variables() throws {
    let yaml = Self.yaml + "\n  blue: { type: Red, tags: { leaf: { path: \"$(env:BLUE)\" } } }"
    #expect(try checkedWithoutVariables(yaml) == [])
    let twice = yaml + "\n  blue2: { type: Red, tags: { leaf: { path: \"$(env:BLUE)\" } } }"
    #expect(try checkedWithoutVariables(twice) == [])
    let secret = yaml + "\n  s: { type: Red, tags: { leaf: { path: !secret \"$(env:S)\" } } }"
    #expect(
      try checkedWithoutVariables(secret) == [
        "the attribute `path` of `s` must be a text, found a secret, which keys would show"
      ])
    let container = try Container(yaml, variables: ["BLUE": "/blue"], .table)
    #expect(try leaves(container) == ["/green": "Green", "5": "Red", "/blue": "Red"])
    let error = #expect(throws: DiagnosticsError.self) {
      try Container(
        yaml.replacing("/green", with: "$(env:BLUE)"), variables: ["BLUE": "hunter2"], .table)
    }
    let text = TerminalRenderer().render(error?.diagnostics ?? [])
    #expect(error?.diagnostics.map(\.code.description) == ["duplicate-key"])
    #expect(!text.contains("hunter2"))
  }

  private func checkedWithoutVariables(_ yaml: String) throws -> [String] {
    var collector = DiagnosticCollector()
    let configuration = try ServiceConfiguration(.inline(yaml))
    let definitions = configuration.definitions(variables: .unknown, into: &collector)
    _ = Plan.findings(in: definitions, catalog: .table, into: &collector)
    return collector.diagnostics.map(\.message)
  }

  @Test("Errors show the tag of the service and the `!tagged`")
  func errors() {
    let found = checked(
      Self.yaml + "\n  blue: { type: Red, tags: [leaf] }"
        + "\n  pink: { type: Red, tags: { leaf: { path: 5 } } }",
      catalog: .table)
    #expect(
      TerminalRenderer().render(found) == """
        error[missing-field]: the tag `leaf` of `blue` has no attribute `path`
         --> services.yaml:6:29
          |
        5 |   all: { type: Named, arguments: { leaves: !tagged { tag: leaf, key: path } } }
          |                                            -------------------------------- \
        `all` takes the services by their `path`
        6 |   blue: { type: Red, tags: [leaf] }
          |                             ^^^^ needs a `path`

        error[duplicate-key]: `red` and `pink` have the same `path` in the tag `leaf`
         --> services.yaml:7:44
          |
        3 |   red: { type: Red, tags: { leaf: { path: 5 }, twig: { path: /other } } }
          |                                           - first given here
        4 |   node: { type: Node }
        5 |   all: { type: Named, arguments: { leaves: !tagged { tag: leaf, key: path } } }
          |                                            -------------------------------- \
        `all` takes the services by their `path`
        6 |   blue: { type: Red, tags: [leaf] }
        7 |   pink: { type: Red, tags: { leaf: { path: 5 } } }
          |                                            ^ the same key again
        """)
  }

  // MARK: The wiring as data

  private func model(_ edits: (String, String)...) throws -> WiringModel {
    let text = edits.reduce(Self.yaml) { $0.replacing($1.0, with: $1.1) }
    let folder = try TemporaryFolder(["services.yaml": text])
    return try ModelSample.model(in: folder.path, catalog: .table)
  }

  @Test("The hash covers the keys that a program sees, and nothing new without `key`")
  func hashes() throws {
    let hash = try model().hash
    #expect(try model(("path: 5", "path: 6")).hash != hash)
    #expect(try model(("{ tag: leaf, key: path }", "leaf")).hash != hash)
    #expect(try model(("{ tag: leaf, key: path }", "{ key: path, tag: leaf }")).hash == hash)
    #expect(try model(("path: /other", "path: /else")).hash == hash)
    let short = ("!tagged { tag: leaf, key: path }", "!tagged leaf")
    #expect(try model(short, ("path: 5", "path: 6")).hash == model(short).hash)
    #expect(try !model(short).observed.contains("keys"))
  }

  @Test("A difference names the argument whose keys changed")
  func difference() throws {
    let changed = WiringDifference(
      from: ComparedWiring(try model()), to: ComparedWiring(try model(("path: 5", "path: 6"))))
    #expect(
      "\(changed)" == """
        1 value changed
        ~ all leaves  … green, 5: red } → … green, 6: red }  services.yaml:5:44
        """)
  }

  @Test("`config` prints it as it is written, and the model has the attribute")
  func config() throws {
    let model = try model()
    #expect(
      EffectiveText(model).text.hasSuffix("      leaves: !tagged { tag: leaf, key: path }"))
    #expect(model.json.contains(#""kind": "tagged", "tag": "leaf", "key": "path""#))
    let short = try self.model(("!tagged { tag: leaf, key: path }", "!tagged leaf"))
    #expect(short.json.contains(#""kind": "tagged", "tag": "leaf", "origin""#))
  }
}
