package import PatchbayCore
package import PatchbayDiagnostics

/// The services and parameters that a program defines, in the order of their definitions.
///
/// ```swift
/// let storage = Definitions {
///   Provide("pool") { try ConnectionPool(url: "postgres://localhost/app") }
///   Provide("users", .service("pool", as: ConnectionPool.self)) { UserStore(pool: $0) }
/// }
/// let container = try Container { storage }
/// ```
///
/// Definitions are a value, and creating them builds no service. The order matters only for
/// ``ArgumentValue/tagged(_:)`` lists and for ``Extend``.
public struct Definitions: Module {
  var statements: [Statement] = []

  /// Creates empty definitions; subscripts add to them.
  public init() {}

  /// Creates definitions from the statements of a closure.
  public init(@DefinitionBuilder _ content: () -> Definitions) { self = content() }

  init(_ statements: [Statement]) { self.statements = statements }

  // The `return` prevents the result builder, which would recurse.
  /// These definitions themselves.
  public var definitions: Definitions { return self }

  /// Combines the definitions of several modules.
  package init(_ modules: [any Module]) {
    statements = modules.flatMap { $0.definitions.statements }
  }

  /// Whether there are no statements.
  package var isEmpty: Bool { statements.isEmpty }

  /// The parameters that are set, and their locations.
  package var parameters: [(values: [String: ParameterValue], location: SwiftLocation)] {
    statements.compactMap { statement in
      if case .parameters(let values, let location) = statement { (values, location) } else { nil }
    }
  }
}

/// One statement of a program.
enum Statement: Sendable {
  case service(DefinitionDraft)
  case alias(Alias)
  case removal(Said)
  case parameters([String: ParameterValue], SwiftLocation)
  case scopes([Said])
  case roots([Said])
}

/// A name and its location in a program.
struct Said: Sendable {
  let text: String
  let location: SwiftLocation
}
