import Patchbay
import Testing

@Suite("Keys are what their bytes say: two spellings of one text are two keys")
struct KeySpellingTests {
  private static let composed = "caf\u{E9}"
  private static let decomposed = "cafe\u{301}"

  final class Menu: Sendable {
    let prices: [String: Int]
    init(_ prices: [String: Int]) { self.prices = prices }
  }
  enum Dish: String, Decodable { case coffee = "caf\u{E9}" }
  struct Card: Decodable, Sendable { var prices: [String: Int] }

  private static let catalog = FactoryCatalog("menus") {
    Factory("Menu", .value("prices")) { (prices: [String: Int]) in Menu(prices) }
    Factory("Carded", .value("card")) { (card: Card) in Menu(card.prices) }
    Factory("Dishes", .value("prices")) { (prices: [Dish: Int]) in Menu([:]) }
    Factory("Board", .services("menus")) { (menus: [String: Menu]) in menus.count }
  }

  private func container(_ yaml: String, overlay: String? = nil) throws -> Container {
    try Container(
      loading: .inline(yaml), variables: [:],
      overlays: overlay.map { [.inline($0)] } ?? [], catalog: Self.catalog)
  }

  private func messages(_ body: () throws -> Container) -> [String] {
    do {
      _ = try body()
      return []
    } catch let error as DiagnosticsError {
      return error.diagnostics.filter { $0.severity == .error }.map(\.message)
    } catch { return ["\(error)"] }
  }

  @Test("one alone is read as it is spelled", arguments: [composed, decomposed])
  func alone(_ key: String) throws {
    let container = try container(
      "services: { menu: { type: Menu, arguments: { prices: { \(key): 3 } } } }")
    let prices = try container.resolve("menu", as: Menu.self).prices
    #expect(prices.keys.map { Array($0.utf8) } == [Array(key.utf8)])
  }

  @Test(
    "both are no mistake of the file, but no dictionary can hold them",
    arguments: [
      "{ type: Menu, arguments: { prices: { \(composed): 3, \(decomposed): 4 } } }",
      "{ type: Dishes, arguments: { prices: { \(composed): 3, \(decomposed): 4 } } }",
      "{ type: Carded, arguments: { card: { prices: { \(composed): 3, \(decomposed): 4 } } } }",
    ])
  func both(_ entry: String) {
    let messages = messages { try container("services: { menu: \(entry) }") }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("is there twice, in two spellings") == true)
  }

  @Test("an overlay that spells it differently adds a key, and that is reported")
  func overlay() {
    let base = "services: { menu: { type: Menu, arguments: { prices: { \(Self.composed): 3 } } } }"
    let overlay = "services: { menu: { arguments: { prices: { \(Self.decomposed): 4 } } } }"
    let messages = messages { try container(base, overlay: overlay) }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("is there twice, in two spellings") == true)
  }

  @Test("a map of services holds them no more than a map of values")
  func services() {
    let messages = messages {
      try container(
        """
        services:
          menu: { type: Menu, arguments: { prices: {} } }
          board:
            type: Board
            arguments: { menus: { \(Self.composed): !ref menu, \(Self.decomposed): !ref menu } }
        """)
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("is there twice, in two spellings") == true)
  }
}
