import Patchbay
import TestSupport
import Testing

@Suite("A `DecodingError` of a factory is reported at the service, with its coding path")
struct DecodingErrorTests {
  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init(intValue: Int) { (stringValue, self.intValue) = ("Index \(intValue)", intValue) }
  }

  private static func refuse(_ path: [String], _ sentence: String) throws -> Session {
    let keys = path.map { Int($0).map(Key.init) ?? Key(stringValue: $0) }
    throw DecodingError.typeMismatch(
      String.self, .init(codingPath: keys, debugDescription: sentence))
  }

  private static func catalog(_ path: [String], _ sentence: String) -> FactoryCatalog {
    FactoryCatalog("picky") {
      Factory("Picky", .value("url")) { (_: String) throws -> Session in
        try refuse(path, sentence)
      }
      Factory(async: "Awaited", .value("url")) { (_: String) async throws -> Session in
        try refuse(path, sentence)
      }
    }
  }

  /// Returns the diagnostic of a failed request for `s`.
  private static func shown(
    _ type: String, refusing path: [String], _ sentence: String = "no host"
  ) async throws -> String {
    let yaml = "services:\n  s: { type: \(type), arguments: { url: !secret hunter2 } }\n"
    let plan = try ServiceConfiguration(.bytes(Array(yaml.utf8), name: "s.yaml"))
      .plan(catalog: catalog(path, sentence))
    let failure = try await #require(throws: DiagnosticsError.self) {
      _ = try await Container(plan).resolve(awaiting: ServiceKey<Session>("s"))
    }
    #expect(failure.underlying is DecodingError)
    #expect(failure.codes == [.factoryFailed])
    return TerminalRenderer().render(failure.diagnostics)
  }

  @Test(
    "as far as it has one",
    arguments: [
      (["url"], " at `url`"), (["hosts", "1"], " at `hosts.1`"),
      (["limits", "b"], " at `limits.b`"),
      (["hunter2"], " at `[secret]`"), ([], ""),
    ])
  func paths(path: [String], place: String) async throws {
    for type in ["Picky", "Awaited"] {
      let text = try await Self.shown(type, refusing: path, "no hunter2 here")
      #expect(
        text.hasPrefix(
          "error[factory-failed]: the factory of `s` failed\(place): no [secret] here\n --> s.yaml:2:3\n"
        ),
        "\(text)")
      #expect(text.contains("built by the factory `\(type)`"))
    }
  }

  @Test("and as any other error if it has no sentence")
  func withoutASentence() async throws {
    let text = try await Self.shown("Picky", refusing: ["url"], "")
    #expect(text.hasPrefix("error[factory-failed]: the factory of `s` failed: "), "\(text)")
  }
}
