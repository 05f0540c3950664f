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
/// ``ArgumentValue/tagged(_:key:)`` lists and for ``Extend``.
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
// Indirect, because each copy of a draft takes a dozen retains: a tenth of a plan in Swift.
indirect enum ProgramStatement: Sendable {
  case service(DefinitionDraft)
  case alias(Alias)
  case removal(SwiftName)
  case parameters(Parameters)
  case scopes([SwiftName])
  case roots([SwiftName])
  case requests(Requests)

  var isParameters: Bool { if case .parameters = self { true } else { false } }

  /// The key of the service that it is about, its place, and the definition or change that it is; nil if it
  /// is about none.
  var service: (key: String, place: SourcePlace, draft: DefinitionDraft?)? {
    switch self {
    case .service(let draft): (draft.key.text, .swift(draft.key.location), draft)
    case .removal(let key): (key.text, .swift(key.location), nil)
    case .alias(let alias): (alias.key, alias.provenance.place, nil)
    case .parameters, .scopes, .roots, .requests: nil
    }
  }
}

/// A result builder that collects definitions and modules; it supports `if`, `switch` and `for`.
@resultBuilder
public enum DefinitionBuilder {
  /// Returns a module's definitions.
  public static func buildExpression(_ module: some Module) -> Definitions { module.definitions }

  // Not all statements of a block at once: the metadata of their array costs a program 11,000 instructions
  // at its start.

  /// Returns the definitions of a block without statements: none.
  public static func buildBlock() -> Definitions { Definitions() }
  /// Returns the definitions of the first statement.
  public static func buildPartialBlock(first: Definitions) -> Definitions { first }
  /// Joins the definitions of a statement to those before it.
  public static func buildPartialBlock(
    accumulated: consuming Definitions, next: Definitions
  ) -> Definitions {
    accumulated.statements += next.statements
    return accumulated
  }

  /// Returns the definitions of an `if` without an `else`; none if its condition is false.
  public static func buildOptional(_ part: Definitions?) -> Definitions { part ?? Definitions() }
  /// Returns the definitions of the first branch.
  public static func buildEither(first part: Definitions) -> Definitions { part }
  /// Returns the definitions of the second branch.
  public static func buildEither(second part: Definitions) -> Definitions { part }
  /// Joins the definitions of all iterations of a loop, in their order.
  public static func buildArray(_ parts: [Definitions]) -> Definitions {
    Definitions(parts.flatMap(\.statements))
  }
}

/// A group of definitions that a program can reuse, nest and configure.
///
/// ```swift
/// struct Mail: Module {
///   var host: String
///
///   var definitions: Definitions {
///     Define("mailer", "SMTPMailer").argument("host", .text(host))
///     Define("newsletter", "Newsletter").argument("mailer", .reference("mailer"))
///   }
/// }
///
/// let container = try Container(catalog: .app) { Mail(host: "smtp.example.com") }
/// ```
///
/// Every statement in the closure of ``Definitions`` is a module; a single definition is the
/// smallest one. A module's definitions are treated as if they were written in its place, so two
/// modules that define the same key are the error `duplicate-key`.
public protocol Module: Sendable {
  /// The definitions of the module.
  @DefinitionBuilder var definitions: Definitions { get }
}

/// A module of one statement.
protocol SingleStatement: Module {
  var statement: ProgramStatement { get }
}

extension SingleStatement {
  /// The statement, as a module of its own.
  public var definitions: Definitions { Definitions([statement]) }
}
