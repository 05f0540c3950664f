import PatchbayDiagnostics

/// The closed set of factories that a configuration may name, by type name.
///
/// ```swift
/// extension FactoryCatalog {
///   static let app = FactoryCatalog("app") {
///     Factory("SystemClock") { SystemClock() }.provides { $0 as any TimeSource }
///     FactoryCatalog.storage
///   }
/// }
/// ```
///
/// A catalog is immutable and may be used from any thread. Every plan that is made with a catalog
/// reports two factories of one name as `duplicate-factory`. The same declaration may occur twice,
/// through two catalogs that both contain it.
public struct FactoryCatalog: Sendable {
  /// The name of the catalog in diagnostics.
  package let name: String
  /// The content, which distinguishes this catalog and its copies from all others, whose factories may
  /// have the same names.
  package let identity: Identity
  /// Whether the program passed none, and this one is empty.
  private(set) var isOmitted = false

  var location: SwiftLocation { identity.location }
  var entries: [String: CatalogEntry] { identity.entries }
  /// The errors in the declarations of its factories.
  var mistakes: [Diagnostic] { identity.mistakes }

  package final class Identity: Sendable, Hashable {
    fileprivate let location: SwiftLocation
    fileprivate let entries: [String: CatalogEntry]
    fileprivate let mistakes: [Diagnostic]

    fileprivate init(
      _ location: SwiftLocation, _ entries: [String: CatalogEntry], _ mistakes: [Diagnostic]
    ) {
      (self.location, self.entries, self.mistakes) = (location, entries, mistakes)
    }

    package static func == (one: Identity, other: Identity) -> Bool { one === other }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// Declares a catalog.
  ///
  /// - Parameters:
  ///   - name: The name of the catalog in diagnostics.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - content: Factories and other catalogs.
  public init(
    _ name: String,
    fileID: String = #fileID,
    line: Int = #line,
    @CatalogBuilder _ content: () -> [CatalogPart]
  ) {
    self.name = name
    var entries: [String: CatalogEntry] = [:]
    let parts = content()
    for index in parts.indices {
      for entry in parts[index].entries {
        guard let first = entries.updateValue(entry, forKey: entry.name) else { continue }
        // Two catalogs may both contain the same declaration, but two statements are two declarations,
        // also on one line.
        let isSame =
          first.location == entry.location
          && !(parts[index].isStatement
            && parts[..<index].contains { $0.isStatement(of: entry.name) })
        let mistakes = entry.mistakes + (isSame ? [] : [entry.namedAs(first)])
        entries[entry.name] =
          mistakes.isEmpty ? first : first.changing { $0.extras.mistakes += mistakes }
      }
    }
    let faulty = entries.values.filter { !$0.mistakes.isEmpty }
    identity = Identity(
      SwiftLocation(fileID: fileID, line: line), entries,
      faulty.inStableOrder { $0.name < $1.name }.flatMap(\.mistakes))
  }

  /// Returns the catalog of a program that passed none.
  package static func omitted(fileID: String, line: Int) -> Self {
    var catalog = Self("none", fileID: fileID, line: line) {}
    catalog.isOmitted = true
    return catalog
  }

  /// The names of all factories, sorted.
  public var typeNames: [String] { entries.keys.inStableOrder(by: <) }
}

/// One statement of a ``CatalogBuilder``.
public struct CatalogPart: Sendable {
  let entries: [CatalogEntry]
  /// Whether it is a factory, and not a catalog.
  let isStatement: Bool

  func isStatement(of name: String) -> Bool {
    isStatement && entries.contains { $0.name.utf8.elementsEqual(name.utf8) }
  }
}

/// A result builder that collects factories and other catalogs.
///
/// `buildExpression` with a variadic `buildBlock` is the form that type-checks fastest.
@resultBuilder
public enum CatalogBuilder {
  /// Returns a factory whose product is `Sendable`.
  public static func buildExpression<Product: Sendable>(
    _ factory: Factory<Product>
  ) -> [CatalogPart] {
    [CatalogPart(entries: [factory.entry.shareable(as: Product.self)], isStatement: true)]
  }

  /// Returns a factory whose product is not `Sendable`, and so can only be made for one caller.
  public static func buildExpression<Product>(_ factory: Factory<Product>) -> [CatalogPart] {
    [CatalogPart(entries: [factory.entry], isStatement: true)]
  }

  /// Returns the factories of another catalog.
  public static func buildExpression(_ catalog: FactoryCatalog) -> [CatalogPart] {
    [CatalogPart(entries: Array(catalog.entries.values), isStatement: false)]
  }

  /// Joins the parts of a block.
  public static func buildBlock(_ parts: [CatalogPart]...) -> [CatalogPart] {
    parts.flatMap { $0 }
  }

  /// Returns the parts of an `if` without an `else`; none if its condition is false.
  public static func buildOptional(_ parts: [CatalogPart]?) -> [CatalogPart] { parts ?? [] }
  /// Returns the parts of the first branch.
  public static func buildEither(first parts: [CatalogPart]) -> [CatalogPart] { parts }
  /// Returns the parts of the second branch.
  public static func buildEither(second parts: [CatalogPart]) -> [CatalogPart] { parts }
  /// Joins the parts of all iterations of a loop.
  public static func buildArray(_ parts: [[CatalogPart]]) -> [CatalogPart] { parts.flatMap { $0 } }
}

extension FactoryCatalog {
  /// The declarations of all factories, sorted by the bytes of their names.
  package var factories: [WiringModel.Factory] {
    entries.values.map { WiringModel.Factory(entry: $0) }.sortedByBytes(of: \.name)
  }
}
