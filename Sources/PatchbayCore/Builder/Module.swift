/// A group of definitions that a program can reuse, nest and hand values to.
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
/// Whatever stands in the braces of ``Definitions`` is a module: a single definition is the smallest
/// one. What a module says is said as if it stood in the braces itself, and so two modules that define
/// one key are the error `duplicate-key`.
public protocol Module: Sendable {
  /// What the module defines.
  @DefinitionBuilder var definitions: Definitions { get }
}
