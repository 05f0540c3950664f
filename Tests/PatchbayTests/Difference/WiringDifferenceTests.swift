import Patchbay
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayConfiguration

@Suite("A difference has each change with its cause, and nothing else")
struct WiringDifferenceTests {
  /// Compares the sample with the same after edits.
  private func difference(
    _ edits: [(of: String, to: String)], environment: String? = nil
  ) throws -> WiringDifference {
    WiringDifference(
      from: ComparedWiring(try ModelSample.model()),
      to: ComparedWiring(try ModelSample.model(edits, environment: environment)))
  }

  /// What a hash does not cover and a difference shows: secrets, in memory alone.
  private static let beyondTheHash: Set<String> = [
    "the text of a secret", "a secret default", "the text of a credential in a URL",
    "the text of an unmarked credential",
  ]

  @Test("equal wirings have no difference", arguments: ModelHashTests.same.map(\.name))
  func isEmpty(_ name: String) throws {
    let edits = try #require(ModelHashTests.same.first { $0.name == name }).edits
    let found = try difference(edits.map { (of: $0.0, to: $0.1) })
    #expect(found.isEmpty != Self.beyondTheHash.contains(name), "\(found)")
    #expect(!"\(found)".contains("hunter"))
  }

  @Test(arguments: ModelHashTests.different.map(\.name)) func isNotEmpty(_ name: String) throws {
    let edits = try #require(ModelHashTests.different.first { $0.name == name }).edits
    let found = try difference(edits.map { (of: $0.0, to: $0.1) })
    #expect(!found.changes.isEmpty, "\(found)")
  }

  /// Edits of the sample, and the rows that they lead to.
  private static let rows: [(edits: [(String, String)], rows: String)] = [
    (
      [("zone: eu,", "zone: us,")],
      """
      ~ options.zone  eu → us  services.yaml:9:20
      """
    ),
    (
      [("size: $(env:SIZE:-4)\n      password", "size: $(env:SIZE??4)\n      password")],
      """
      ~ pool size  $(env:SIZE:-4) → $(env:SIZE??4)  services.yaml:19:13
      """
    ),
    (
      [("type: Pool\n", "type: Pool\n    scope: transient\n")],
      """
      ! pool scope  singleton → transient  services.yaml:16:12
      """
    ),
    (
      [("hunter22", "changed")],
      """
      ~ options.password  [secret] changed  services.yaml:9:42
      """
    ),
    (
      [("password: !secret hunter22", "password: $(env:ZONE)")],
      """
      ~ options.password  [secret] changed  services.yaml:9:34
      """
    ),
    (
      [("sessions: { type", "others: { type"), ("!ref sessions", "!ref others")],
      """
      ! others  renamed from sessions  services.yaml:47:3
      """
    ),
    (
      [("priority: 2,", "priority: -2,")],
      """
      ! tag part  store, audit → audit, store  services.yaml:26:13
      """
    ),
    (
      [("flagged: { type: Session, ", "flagged: { type: Twin, ")],
      """
      ! flagged  Session → Twin  services.yaml:54:20
      """
    ),
    (
      [("link: { alias: store", "link: { alias: pool")],
      """
      ~ link  !ref store → !ref pool  services.yaml:33:3
      """
    ),
    (
      [("decorates: store\n", "enabled: false\n    decorates: store\n")],
      """
      - store.cache  Cache, decorates store, disabled  services.yaml:29:14
      """
    ),
    (
      [("stop: 2m", "stop: 3m")],
      """
      ~ store timeouts.stop  120s → 180s  services.yaml:24:15
      """
    ),
    (
      [("roots: [server, broken-link]", "roots: [server, pool]")],
      """
      ! pool  now a root  services.yaml:14:3
      """
    ),
    (
      [("[a.example.com, ", "[")],
      """
      ~ hosts  [a.example.com, b.example.com] → [b.example.com] (nothing reads it)  services.yaml:6:10
      """
    ),
    (
      [("zone: eu,", #"zone: "a, {\"b","#)],
      #"""
      ~ options.zone  eu → "a, {\"b"  services.yaml:9:20
      """#
    ),
    (
      [("scopes: [request]", "scopes: [request, job]")],
      """
      ! scopes  request → request, job
      """
    ),
    (
      [("tags: { part: {", "tags: { other: {}, part: {")],
      """
      ~ tag other  none → store  services.yaml:26:13
      """
    ),
  ]

  @Test("a difference has each change with its cause", arguments: rows.indices) func shows(
    _ index: Int
  ) throws {
    let (edits, rows) = Self.rows[index]
    let found = try difference(edits.map { (of: $0.0, to: $0.1) })
    #expect(found.rows.lines.joined(separator: "\n") == rows)
  }

  @Test("a parameter is reported once, with the services that are made of it")
  func cause() throws {
    let found = try difference([("data: $(path:data)", "data: $(path:other)")])
    let change = try #require(found.changes.first)
    #expect(found.changes.count == 1)
    #expect(change.key == "data" && change.subject == .parameter && change.readers == ["store"])
    #expect(found.reached.first.map { "\($0.key) \($0.through)" } == "store data")
    #expect(found.reached.map(\.key).contains("server"))
    #expect(
      "\(found)" == """
        1 value changed · 3 services reached
        ~ data  $(path:data) → $(path:other)  services.yaml:7:9
        reached: store (data), store.cache (store), server (store.cache)
        """)
  }

  @Test("each member of a service is compared, or is for persons, or follows from others")
  func members() throws {
    let tree = try #require(
      JSON(Array(ModelSample.model(modules: [ModelSample.Clock()]).json.utf8)))
    let service = try #require(tree["services"].elements.first)
    let names = Set(service.members.map(\.name.text))
    let compared: Set = [
      "key", "type", "scope", "eager", "decorators", "contracts", "provides", "aliases", "after",
      "timeouts", "retry", "ends", "factory", "arguments", "properties", "unknown", "decorates",
      "enabled", "inherited", "root", "tags", "hooks",
    ]
    // A new member of the model has to be compared, or to be named here.
    let others: Set = [
      "product", "autowire", "awaited", "live", "opaque", "owner", "priority", "description",
      "deprecated", "requestArguments", "origin", "fields",
    ]
    #expect(names == compared.union(others))
    let sections = Set(tree.members.map(\.name.text))
    #expect(
      sections == [
        "format", "hash", "environment", "layers", "scopes", "roots", "assumed", "services",
        "aliases", "removed", "edges", "tags", "catalog", "parameters", "variables", "files",
      ])
  }

  @Test("two environments of one configuration are compared, and every error of both is thrown")
  func environments() throws {
    let folder = try TemporaryFolder(ModelSample.files)
    func configuration(_ file: String) throws -> ServiceConfiguration {
      try ServiceConfiguration(
        ConfigurationSource(path: folder.file(file)), settings: ModelSample.settings)
    }
    let sample = try configuration("services.yaml")
    let found = try WiringDifference(
      from: sample, environment: nil, to: sample, environment: "test", catalog: ModelSample.catalog)
    #expect(found.rows.lines == ["~ pool size  $(env:SIZE:-4) → 1  services.yaml:58:34"])
    #expect(found.unusedVariables == ["SIZE"])
    let error = #expect(throws: DiagnosticsError.self) {
      try WiringDifference(
        from: sample, environment: "tset", to: sample, environment: "prod",
        catalog: ModelSample.catalog)
    }
    #expect(error?.codes == [.unknownEnvironment, .unknownEnvironment])
  }
}
