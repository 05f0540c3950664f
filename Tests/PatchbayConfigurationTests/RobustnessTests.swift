import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics
import Testing

/// Every text loads or is reported.
@Suite struct RobustnessTests {
  static let sample = """
    version: 1
    scopes: [session]
    roots: [server]
    parameters:
      mail: { from: me, to: [a, $(name)] }
      name: !secret $(env:NAME:-x$(mail.from))
      needed: !required it
    defaults: { scope: session, tags: [d] }
    templates:
      t: { type: T, arguments: { a: [1], b: { c: 1 } } }
    services:
      s: { extends: t, arguments: { a: !append [2], b: !replace { d: $(mail) } } }
      server:
        type: S
        tags: { x: { priority: 1 } }
        timeouts: { start: 5s }
        arguments: { r: !ref s, i: !inline { type: I }, p: $(path:x), o: !optional q }
      d: { type: D, decorates: s, arguments: { inner: !inner } }
      n: { alias: s, deprecated: old }
    environments:
      e:
        parameters: { needed: 1 }
        services: { server: { arguments: { r: !remove } }, n: !remove }
    """

  static func load(_ bytes: [UInt8]) -> Int {
    var collector = DiagnosticCollector()
    do {
      let configuration = try ServiceConfiguration(.bytes(bytes, name: "x"))
      for environment in [nil, "e"] as [String?] {
        let overlay = ConfigurationSource.bytes(bytes, name: "y")
        _ = configuration.definitions(
          environment: environment, variables: Variables(["NAME": "n"]), overlays: [overlay],
          into: &collector)
      }
    } catch {
      return error.diagnostics.count
    }
    return collector.diagnostics.count
  }

  @Test func theSampleItselfIsSound() throws {
    let load = try Load(Self.sample, environment: "e")
    #expect(load.diagnostics.filter { $0.severity == .error } == [])
  }

  @Test("no beginning of a file makes the load trap")
  func prefixes() {
    let bytes = Array(Self.sample.utf8)
    for count in stride(from: 0, through: bytes.count, by: 7) {
      _ = Self.load(Array(bytes[..<count]))
    }
  }

  @Test(
    "no changed byte of a file makes the load trap",
    arguments: [0x20, 0x0A, 0x22, 0x24, 0x28, 0x3A, 0x2E, 0x7B, 0x21, 0x2A, 0x00, 0xFF])
  func changedBytes(to byte: UInt8) {
    var bytes = Array(Self.sample.utf8)
    for index in bytes.indices where index % 23 == Int(byte) % 23 {
      let before = bytes[index]
      bytes[index] = byte
      _ = Self.load(bytes)
      bytes[index] = before
    }
  }

  @Test func theSameTextGivesTheSameMessages() throws {
    let yaml = Self.sample.replacing("me", with: "$(none)").replacing("!ref", with: "!rfe")
    let first = try Load(yaml, environment: "e").reported
    #expect(first.count > 2)
    for _ in 0..<5 { #expect(try Load(yaml, environment: "e").reported == first) }
  }
}
