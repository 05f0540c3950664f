package import PatchbayDiagnostics

/// What a program says about its services, in the order in which it says it.
///
/// ```swift
/// let storage = Definitions {
///   Provide("pool") { try ConnectionPool(url: "postgres://localhost/app") }
///   Provide("users", .service("pool", as: ConnectionPool.self)) { UserStore(pool: $0) }
/// }
/// let container = try Container { storage }
/// ```
///
/// An immutable value until it is handed over; nothing in it was built, and no order matters but that
/// of ``ArgumentValue/tagged(_:)`` lists and of ``Extend``.
public struct Definitions: Module {
  var statements: [Statement] = []

  /// Says nothing yet; subscripts add to it.
  public init() {}

  /// Says what stands in the braces.
  public init(@DefinitionBuilder _ content: () -> Definitions) { self = content() }

  init(_ statements: [Statement]) { self.statements = statements }

  // With `return` it is no builder's expression, which would ask for itself.
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
