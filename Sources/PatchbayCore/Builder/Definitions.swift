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

  // With `return` it is no builder's expression, which would ask for itself.
  /// These definitions themselves.
  public var definitions: Definitions { return self }

  /// What several modules say together.
  package init(_ modules: [any Module]) {
    statements = modules.flatMap { $0.definitions.statements }
  }

  /// Whether nothing is said.
  package var isEmpty: Bool { statements.isEmpty }

  /// The parameters that are set, and where.
  package var parameters: [(values: [String: ParameterValue], location: SwiftLocation)] {
    statements.compactMap { statement in
      if case .parameters(let values, let location) = statement { (values, location) } else { nil }
    }
  }
}

/// One thing that a program says.
enum Statement: Sendable {
  case service(DefinitionDraft)
  case alias(Alias)
  case removal(Said)
  case parameters([String: ParameterValue], SwiftLocation)
  case scopes([Said])
  case roots([Said])
}

/// A name and where a program says it.
struct Said: Sendable {
  let text: String
  let location: SwiftLocation
}
