import PatchbayCore
import PatchbayDiagnostics

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
  var statements: [ProgramStatement] = []

  /// Creates empty definitions; subscripts add to them.
  public init() {}

  /// Creates definitions from the statements of a closure.
  public init(@DefinitionBuilder _ content: () -> Definitions) { self = content() }

  init(_ statements: [ProgramStatement]) { self.statements = statements }

  // The `return` prevents the result builder, which would recurse.
  /// These definitions themselves.
  public var definitions: Definitions { return self }

  /// Combines the definitions of several modules.
  init(_ modules: [any Module]) {
    statements = modules.flatMap { $0.definitions.statements }
  }

  /// Whether there are no statements.
  var isEmpty: Bool { statements.isEmpty }

  /// The parameters alone.
  var parameters: Definitions { Definitions(statements.filter(\.isParameters)) }

  /// Everything but the parameters.
  var withoutParameters: Definitions { Definitions(statements.filter { !$0.isParameters }) }
}

/// One statement of a program.
enum ProgramStatement: Sendable {
  case service(DefinitionDraft)
  case alias(Alias)
  case removal(SwiftName)
  case parameters([String: ParameterValue], SwiftLocation)
  case scopes([SwiftName])
  case roots([SwiftName])

  var isParameters: Bool { if case .parameters = self { true } else { false } }

  /// The key of the service that it is about, and its place; nil if it is about none.
  var service: (key: String, place: SourcePlace)? {
    switch self {
    case .service(let draft): (draft.key.text, .swift(draft.key.location))
    case .removal(let key): (key.text, .swift(key.location))
    case .alias(let alias): (alias.key, alias.provenance.place)
    case .parameters, .scopes, .roots: nil
    }
  }
}
