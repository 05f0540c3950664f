import PatchbayDiagnostics

/// The closed set of what a configuration may name: factories by type name.
///
/// ```swift
/// extension FactoryCatalog {
///   static let app = FactoryCatalog("app") {
///     Factory("SystemClock") { SystemClock() }.provides((any TimeSource).self) { $0 }
///     FactoryCatalog.storage
///   }
/// }
/// ```
///
/// A catalog is immutable and may be used from any thread. Two factories of one name are the mistake
/// `duplicate-factory` of every plan that is made with the catalog; the same declaration may come in twice,
/// by two catalogs that both hold it.
public struct FactoryCatalog: Sendable {
  /// The name that messages use.
  public let name: String
  let location: SwiftLocation
  let entries: [String: CatalogEntry]
  /// What is wrong with the declarations of its factories.
  let mistakes: [Diagnostic]

  /// Declares a catalog.
  ///
  /// - Parameters:
  ///   - name: how messages name it.
  ///   - fileID: where it is declared, for messages.
  ///   - line: where it is declared, for messages.
  ///   - content: factories and other catalogs.
  public init(
    _ name: String,
    fileID: String = #fileID,
    line: Int = #line,
    @CatalogBuilder _ content: () -> [CatalogPart]
  ) {
    self.name = name
    self.location = SwiftLocation(fileID: fileID, line: line)
    var entries: [String: CatalogEntry] = [:]
    for part in content() {
      for entry in part.entries {
        guard let first = entries.updateValue(entry, forKey: entry.name) else { continue }
        // The same declaration may come in twice, by two catalogs that both hold it.
        let isSame = first.location == entry.location
        let mistakes = entry.mistakes + (isSame ? [] : [entry.namedAs(first)])
        entries[entry.name] = mistakes.isEmpty ? first : first.adding(mistakes)
      }
    }
    self.entries = entries
    mistakes = entries.values.filter { !$0.mistakes.isEmpty }.sorted { $0.name < $1.name }
      .flatMap(\.mistakes)
  }

  /// The registered type names, sorted.
  public var typeNames: [String] { entries.keys.sorted() }
}

/// What stands in a catalog's braces.
public struct CatalogPart: Sendable {
  let entries: [CatalogEntry]
}

/// Builds a catalog from factories and other catalogs.
///
/// `buildExpression` with a variadic `buildBlock` is the form that type-checks fastest.
@resultBuilder
public enum CatalogBuilder {
  /// Takes a factory whose product any thread may have.
  public static func buildExpression<Product: Sendable>(
    _ factory: Factory<Product>
  ) -> [CatalogPart] {
    [CatalogPart(entries: [factory.entry.shareable(as: Product.self)])]
  }

  /// Takes a factory whose product must stay where it was made.
  public static func buildExpression<Product>(_ factory: Factory<Product>) -> [CatalogPart] {
    [CatalogPart(entries: [factory.entry])]
  }

  /// Takes the factories of another catalog.
  public static func buildExpression(_ catalog: FactoryCatalog) -> [CatalogPart] {
    [CatalogPart(entries: Array(catalog.entries.values))]
  }

  /// Takes the parts of a block together.
  public static func buildBlock(_ parts: [CatalogPart]...) -> [CatalogPart] {
    parts.flatMap { $0 }
  }

  /// Takes the part of an `if`, or nothing.
  public static func buildOptional(_ parts: [CatalogPart]?) -> [CatalogPart] { parts ?? [] }
  /// Takes the part that an `if` chose.
  public static func buildEither(first parts: [CatalogPart]) -> [CatalogPart] { parts }
  /// Takes the part that an `else` chose.
  public static func buildEither(second parts: [CatalogPart]) -> [CatalogPart] { parts }
  /// Takes the parts of a loop together.
  public static func buildArray(_ parts: [[CatalogPart]]) -> [CatalogPart] { parts.flatMap { $0 } }
}
