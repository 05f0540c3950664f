import Foundation
import Patchbay
import TestSupport
import Testing

@Suite("An argument that a factory refuses by a `DecodingError` is reported at its value")
struct RefusedArgumentTests {
  /// A service that refuses the argument that its error names, at any depth.
  private struct Picky: Sendable {
    let inner: [Session]

    init(_ path: [String]) throws {
      inner = []
      let keys: [any CodingKey] = path.map { Int($0).map(Key.init) ?? Key(stringValue: $0) }
      throw DecodingError.typeMismatch(
        String.self, .init(codingPath: keys, debugDescription: "no hunter2 here"))
    }

    init(inner: Session) { self.inner = [inner] }
  }

  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
  }

  private static func catalog(_ path: [String]) -> FactoryCatalog {
    FactoryCatalog("picky") {
      Factory(
        "Picky", .value("url", default: ""), .value("hosts", default: [String]()),
        .value("limits", default: [String: Int]())
      ) { (_: String, _: [String], _: [String: Int]) throws -> Session in
        _ = try Picky(path)
        return Session()
      }
      Factory(async: "Awaited", .value("url")) { (_: String) async throws -> Session in
        _ = try Picky(path)
        return Session()
      }
      Factory("Outer", .service("inner")) { (inner: Session) in Picky(inner: inner) }
    }
  }

  /// The diagnostic of a failed request for `s`, as lines without the notes.
  private static func shown(
    _ yaml: String, refusing path: String..., variables: [String: String] = [:],
    overlays: [ConfigurationSource] = [], settings: LoadSettings = LoadSettings(),
    request: (Container) async throws -> Void = { _ = try $0.resolve("s", as: Session.self) }
  ) async throws -> String {
    let plan = try ServiceConfiguration(
      .bytes(Array(yaml.utf8), name: "s.yaml"), settings: settings
    ).plan(variables: variables, overlays: overlays, catalog: catalog(path))
    let failure = try await #require(throws: DiagnosticsError.self) {
      try await request(Container(plan))
    }
    #expect(failure.underlying is DecodingError)
    #expect(failure.codes == [.factoryFailed])
    return TerminalRenderer().render(failure.diagnostics)
  }

  private static let prefix = "error[factory-failed]: the factory of `s` failed: "

  @Test("of a literal, on the path of a kept service, a transient and an awaited one")
  func paths() async throws {
    func yaml(_ fields: String) -> String {
      "services:\n  s: { \(fields), arguments: { url: abc } }\n"
    }
    for fields in ["type: Picky", "type: Picky, scope: transient", "type: Picky, scope: graph"] {
      let text = try await Self.shown(yaml(fields), refusing: "url")
      let column = yaml(fields).split(separator: "\n")[1].utf8.count - 6
      #expect(text.hasPrefix(Self.prefix + "no hunter2 here\n --> s.yaml:2:\(column)\n"), "\(text)")
      #expect(text.contains("^^^ the value of `url`\n"))
    }
    let awaited = try await Self.shown(yaml("type: Awaited"), refusing: "url") {
      _ = try await $0.resolve(awaiting: ServiceKey<Session>("s"))
    }
    #expect(awaited.contains("^^^ the value of `url`\n"))
  }

  @Test("of the element or the entry that it names, as far as the value has it")
  func parts() async throws {
    let yaml = """
      services:
        s: { type: Picky, arguments: { hosts: [one, two], limits: { a: 1, b: 2 } } }
      """
    let parts: [([String], String)] = [
      (["hosts", "1"], "2:47"), (["hosts", "2"], "2:41"), (["limits", "b"], "2:72"),
      (["limits", "c"], "2:61"), (["limits", "b", "d"], "2:72"),
    ]
    for (path, place) in parts {
      let text =
        switch path.count {
        case 2: try await Self.shown(yaml, refusing: path[0], path[1])
        default: try await Self.shown(yaml, refusing: path[0], path[1], path[2])
        }
      #expect(text.contains(" --> s.yaml:\(place)\n"), "\(path): \(text)")
    }
  }

  @Test("of an inline service")
  func inline() async throws {
    let yaml =
      "services:\n  o: { type: Outer, arguments: { inner: !inline { type: Picky, arguments: { url: x } } } }"
    let text = try await Self.shown(yaml, refusing: "url") {
      _ = try $0.resolve("o", as: Picky.self)
    }
    #expect(text.contains(" --> s.yaml:2:82\n"), "\(text)")
  }

  @Test("with the place where it is used, and those of what brings a part of it")
  func sources() async throws {
    let yaml = """
      parameters: { host: $(env:HOST), url: http://$(host)/$(env:PATH) }
      services:
        s: { type: Picky, arguments: { url: $(url) } }
      """
    let text = try await Self.shown(
      yaml, refusing: "url", variables: ["HOST": "gate", "PATH": "hunter2"])
    #expect(
      text.hasPrefix(
        Self.prefix + """
          no hunter2 here
           --> s.yaml:1:39
            |
          1 | parameters: { host: $(env:HOST), url: http://$(host)/$(env:PATH) }
            |                     -----------       ^^^^^^^^^^^^^^^^^^^^^^^^^^ the value of `url`, from `$(env:HOST)` and `$(env:PATH)`
            |                     |
            |                     a part of the value
          2 | services:
          3 |   s: { type: Picky, arguments: { url: $(url) } }
            |                                       ------ used here for `url`

          """), "\(text)")
  }

  @Test("without what is secret, in the sentence and in the lines")
  func secrets() async throws {
    for value in [
      "!secret hunter2", "!secret a$(env:X)hunter2", "!secret $(env:Y:-hunter2)", "$(p)",
      "a$(p)",
    ] {
      let yaml = """
        parameters: { p: !secret hunter2 }
        services:
          s: { type: Picky, arguments: { url: \(value), hosts: [!secret hunter2] } }
        """
      let text = try await Self.shown(yaml, refusing: "url", variables: ["X": "x"])
      #expect(text.hasPrefix(Self.prefix + "no [secret] here\n"))
      #expect(!text.contains("hunter2"), "\(text)")
    }
  }

  @Test("without what overrides a secret")
  func overridingSecret() async throws {
    let yaml = """
      parameters: { p: !secret other }
      services:
        s: { type: Picky, arguments: { url: $(p) } }
      """
    let overlay = ConfigurationSource.bytes(
      Array("parameters: { p: hunter2 }".utf8), name: "over.yaml")
    let text = try await Self.shown(yaml, refusing: "url", overlays: [overlay])
    #expect(text.contains(" --> over.yaml:1:18\n"), "\(text)")
    #expect(text.contains("parameters: { p: [secret] }"), "\(text)")
    #expect(!text.contains("hunter2"), "\(text)")
  }

  @Test("of an overlay, which is read again")
  func overlay() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("services: { s: { arguments: { url: abc } } }", to: "over.yaml")
    let overlay = ConfigurationSource(stringLiteral: path)
    let yaml = "services:\n  s: { type: Picky, arguments: { url: x } }\n"
    let text = try await Self.shown(yaml, refusing: "url", overlays: [overlay])
    #expect(text.contains("over.yaml:1:36\n"), "\(text)")
    // Without the file, the place is that of the definition.
    let other = try await Self.shown(yaml, refusing: "url", overlays: [overlay]) {
      try FileManager.default.removeItem(atPath: path)
      _ = try $0.resolve("s", as: Session.self)
    }
    #expect(other.hasPrefix(Self.prefix + "no hunter2 here\n --> s.yaml:2:3\n"), "\(other)")
    #expect(!other.contains("not written"), "\(other)")
  }

  @Test("without asking the program's sources again")
  func registered() async throws {
    let calls = Guarded(0)
    let vault = ClosureInterpolationSource { name in
      calls.withLock { $0 += 1 }
      return InterpolatedText(name)
    }
    let text = try await Self.shown(
      "services:\n  s: { type: Picky, arguments: { url: $(vault:a) } }\n", refusing: "url",
      settings: LoadSettings(interpolationSources: ["vault": vault]))
    #expect(text.contains(" --> s.yaml:2:39\n"), "\(text)")
    #expect(calls.withLock { $0 } == 1)
  }

  @Test("and at the definition where the value is not written, or the error names something else")
  func elsewhere() async throws {
    let yaml = "services:\n  s: { type: Picky, arguments: { url: x } }\n"
    let unwritten = try await Self.shown(yaml, refusing: "hosts")
    #expect(unwritten.hasPrefix(Self.prefix + "no hunter2 here\n --> s.yaml:2:3\n"))
    #expect(unwritten.contains("^ the argument `hosts` is not written here\n"))
    for path in ["other", ""] {
      let text = try await Self.shown(yaml, refusing: path)
      #expect(text.contains("\n --> s.yaml:2:3\n"))
      #expect(text.contains("^ built by the factory `Picky`\n"))
    }
    let plan = try Plan(catalog: Self.catalog(["url"])) {
      Define("s", "Picky").argument("url", "x")
    }
    let failure = try #require(throws: DiagnosticsError.self) {
      try Container(plan).resolve("s", as: Session.self)
    }
    #expect(
      failure.diagnostics.first?.message == "the factory of `s` failed: no hunter2 here")
  }
}
