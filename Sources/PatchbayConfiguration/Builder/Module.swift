import PatchbayCore

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
