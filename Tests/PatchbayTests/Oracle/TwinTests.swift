import Patchbay
import Testing

@Suite("A layer in Swift means the same as that layer in a file")
struct TwinTests {
  /// One layer over the same file, written twice.
  struct Twins: CustomStringConvertible, Sendable {
    let description: String
    /// The text of the overlay.
    let file: String
    let swift: Definitions
    /// Codes that the layer in Swift alone reports, or reports in place of the file's.
    var codes: [String]?
  }

  static let base = """
    scopes: [request, job]
    parameters:
      name: file
      mail: { from: a@b.c, retries: 3 }
      list: [one, two]
    templates:
      base: { type: Values, arguments: { count: 1 } }
    services:
      leaf: { type: Leaf, tags: [part, other] }
      values: { extends: base, arguments: { words: [a, b], table: { x: 1, y: 2 } } }
      plain: { type: Values, arguments: { count: 7, words: $(list), sender: $(mail.from), table: { n: $(name) } } }
      holder: { type: One, arguments: { leaf: !ref leaf } }
      around: { type: One, decorates: leaf, arguments: { leaf: !inner } }
      second: { alias: leaf }
      slow: { type: Leaf, eager: true, after: [leaf], timeouts: { start: 3s, stop: 1m }, retry: { attempts: 3, pause: 1s..1m } }
    """

  static let all: [Twins] = [
    Twins(
      description: "an argument is set",
      file: "services: { plain: { arguments: { count: 8 } } }",
      swift: Definitions { Change("plain").argument("count", 8) }),
    Twins(
      description: "an argument is set that nothing below gives",
      file: "services: { plain: { arguments: { depth: 8 } } }",
      swift: Definitions { Change("plain").argument("depth", 8) }),
    Twins(
      description: "an argument takes a parameter's value",
      file: "services: { plain: { arguments: { sender: $(name) } } }",
      swift: Definitions { Change("plain").argument("sender", .parameter("name")) }),
    Twins(
      description: "an argument takes a service",
      file: "services: { holder: { arguments: { leaf: !ref slow } } }",
      swift: Definitions { Change("holder").argument("leaf", .reference("slow")) }),
    Twins(
      description: "an argument takes a service that may be missing",
      file: "services: { holder: { arguments: { leaf: !optional slow } } }",
      swift: Definitions { Change("holder").argument("leaf", .optional("slow")) }),
    Twins(
      description: "an argument takes an inline service",
      file: "services: { holder: { arguments: { leaf: !inline { type: Leaf } } } }",
      swift: Definitions { Change("holder").argument("leaf", .inline("Leaf", [:])) }),
    Twins(
      description: "a list replaces a list",
      file: "services: { values: { arguments: { words: [c] } } }",
      swift: Definitions { Change("values").argument("words", ["c"]) }),
    Twins(
      description: "a secret",
      file: "services: { plain: { arguments: { sender: !secret x } } }",
      swift: Definitions { Change("plain").argument("sender", .secret("x")) }),
    Twins(
      description: "a service is defined anew",
      file: "services: { plain: { type: Leaf } }",
      swift: Definitions { Define("plain", "Leaf") }),
    Twins(
      description: "a service is added",
      file: "services: { added: { type: Leaf, tags: [part] } }",
      swift: Definitions { Define("added", "Leaf").tag("part") }),
    Twins(
      description: "a service is removed",
      file: "services: { slow: !remove }",
      swift: Definitions { Remove("slow") }),
    Twins(
      description: "a service is removed that is not there",
      file: "services: { nowhere: !remove }",
      swift: Definitions { Remove("nowhere") }),
    Twins(
      description: "a service is changed that is not there",
      file: "services: { nowhere: { arguments: { count: 1 } } }",
      swift: Definitions { Change("nowhere").argument("count", 1) }),
    Twins(
      description: "a scope is set",
      file: "services: { leaf: { scope: transient } }",
      swift: Definitions { Change("leaf").scope("transient") }),
    Twins(
      description: "an alias is turned",
      file: "services: { second: { alias: slow } }",
      swift: Definitions { Alias("second", of: "slow") }),
    Twins(
      description: "an alias takes the place of a service",
      file: "services: { slow: { alias: leaf } }",
      swift: Definitions { Alias("slow", of: "leaf") }),
    Twins(
      description: "a service takes the place of an alias",
      file: "services: { second: { type: Leaf } }",
      swift: Definitions { Define("second", "Leaf") }),
    Twins(
      description: "what decorates is added",
      file: "services: { outer: { type: One, decorates: leaf, arguments: { leaf: !inner } } }",
      swift: Definitions { Define("outer", "One").decorates("leaf").argument("leaf", .inner) }),
    Twins(
      description: "a parameter is set",
      file: "parameters: { name: above }",
      swift: Definitions { Parameters(["name": "above"]) }),
    Twins(
      description: "a parameter within another is set",
      file: "parameters: { mail.from: x@y.z }",
      swift: Definitions { Parameters(["mail.from": "x@y.z"]) }),
    Twins(
      description: "a list of a parameter is replaced",
      file: "parameters: { list: [three] }",
      swift: Definitions { Parameters(["list": ["three"]]) }),
    Twins(
      description: "flags and limits are set",
      file: "services: { slow: { eager: false, timeouts: { start: 5s } } }",
      swift: Definitions { Change("slow").eager(false).timeouts(start: .seconds(5)) }),
    Twins(
      description: "a retry is set",
      file: "services: { leaf: { retry: { attempts: 2, pause: 250ms..90s } } }",
      swift: Definitions {
        Change("leaf").retry(attempts: 2, pause: .milliseconds(250)...(.seconds(90)))
      }),
    Twins(
      description: "a part of a retry is set",
      file: "services: { slow: { retry: { attempts: 7 } } }",
      swift: Definitions { Change("slow").retry(attempts: 7) }),
    Twins(
      description: "a retry allows no attempt",
      file: "services: { slow: { retry: { attempts: 0 } } }",
      swift: Definitions { Change("slow").retry(attempts: 0) }),
  ]

  private static func load(
    overlay: String?, _ modules: Definitions
  ) throws -> (dump: [String], codes: [String]) {
    let configuration = try ServiceConfiguration(
      .bytes(Array(base.utf8), name: "services.yaml"))
    var collector = DiagnosticCollector()
    let set = configuration.definitions(
      overlays: overlay.map { [.bytes(Array($0.utf8), name: "overlay.yaml")] } ?? [],
      modules: overlay == nil ? [modules] : [], into: &collector)
    return (
      DefinitionDump(set, hasPlaces: false).lines,
      collector.diagnostics.map { $0.code.name }.sorted()
    )
  }

  @Test("a layer in Swift gives the definitions of the same layer in a file", arguments: all)
  func twins(_ twins: Twins) throws {
    let file = try Self.load(overlay: twins.file, twins.swift)
    let swift = try Self.load(overlay: nil, twins.swift)
    #expect(file.dump == swift.dump)
    #expect(swift.codes == twins.codes ?? file.codes)
    // Otherwise the layer said nothing, and two that are equal would show nothing.
    let below = try Self.load(overlay: nil, Definitions())
    #expect(file != below)
  }
}
