import Patchbay
import PatchbayMacros
import Testing

@Suite("A default of a nested type with `@Provided`")
struct DefaultsTests {
  private static let catalog = FactoryCatalog("defaults") {
    O.Names.self
    O.Reference.self
    O.Expressions.self
    O.Properties.self
  }

  /// Returns what a container makes of a type without arguments.
  private func made<Product: Sendable>(_ name: String, as type: Product.Type) throws -> Product {
    let plan = try ServiceConfiguration(.inline("services: { made: { type: \(name) } }"))
      .plan(catalog: Self.catalog)
    return try Container(plan).resolve("made", as: type)
  }

  @Test("means what it means in the initializer, also where the file has another one of its name")
  func names() throws {
    let swift = O.Names()
    #expect(swift.values == ["2", "http://inside", "2", "2", "2", "inside", "2", "2"])
    #expect(try made("Names", as: O.Names.self).values == swift.values)
  }

  @Test("may be a member of a nested class")
  func reference() throws {
    #expect(try made("Reference", as: O.Reference.self).values == O.Reference().values)
  }

  @Test("may be any expression")
  func expressions() throws {
    #expect(try made("Expressions", as: O.Expressions.self).values == O.Expressions().values)
  }

  @Test("may be the value of a property")
  func properties() throws {
    #expect(try made("Properties", as: O.Properties.self) == O.Properties())
  }
}

// Each name means something else inside of `O`.
private enum Defaults { static let port = 1 }
private struct Label: Decodable, Sendable { var text = "outside" }
private let host = "outside"
private let PORT = 1
private let öl = 1
private func standard() -> Int { 1 }

private enum O {
  enum Defaults { static let port = 2 }
  struct Label: Decodable, Sendable { var text = "inside" }
  static let host = "inside"
  static let PORT = 2
  static let öl = 2
  static let max = 2
  static func standard() -> Int { 2 }

  @Provided struct Names: Sendable {
    static let own = 2
    let values: [String]
    init(
      a: Int = Defaults.port, b: String = "http://\(host)", c: Int = PORT, d: Int = öl,
      e: Int = max,
      label: Label = .init(), f: Int = Self.own, g: Int = standard()
    ) {
      values = ["\(a)", b, "\(c)", "\(d)", "\(e)", label.text, "\(f)", "\(g)"]
    }
  }

  @Provided final class Reference: Sendable {
    static let port = 3
    let values: [Int]
    init(a: Int = Reference.port, b: Int = Defaults.port) { values = [a, b] }
  }

  @Provided struct Expressions: Sendable {
    let values: [String]
    init(
      count: Int = [1, 2][keyPath: \.count],
      sum: Int = {
        var sum = 0
        for i in 1...3 { sum += i }
        return sum
      }(),
      text: String = {
        do { throw CancellationError() } catch { return "\(error)" }
      }()
    ) {
      values = ["\(count)", "\(sum)", text]
    }
  }

  @Provided struct Properties: Sendable, Equatable {
    var port = Defaults.port
    var url = "http://\(host):\(PORT)"
  }
}
