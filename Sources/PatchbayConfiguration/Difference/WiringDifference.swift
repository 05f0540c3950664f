public import PatchbayCore
public import PatchbayDiagnostics

/// What differs between two wirings, as far as a program can observe it.
///
/// ```swift
/// let configuration = try ServiceConfiguration("Config/services.yaml")
/// let difference = try WiringDifference(
///   from: configuration, environment: "staging", to: configuration, environment: "production",
///   catalog: .app)
/// print(difference)
/// ```
///
/// A cause is reported once, where it is written: a parameter, and not each service whose arguments are made of it.
/// ``reached`` lists the services that get something else because of it. Comments, descriptions, places and the order of
/// definitions do not count, and a service that the program builds in a closure counts by its key, its type and its
/// declared parameters. No text of a secret is part of a difference: of one that changed it says only that.
///
/// A value, which may be used from any thread.
public struct WiringDifference: Sendable, Hashable {
  /// The changes, with what can break a program first: see ``Change/Kind-swift.enum``.
  public let changes: [Change]
  /// The services of the new wiring that no change is about, and that get something else than before.
  public let reached: [Reached]
  /// The services of both with hooks that start after others than before.
  public let reordered: [String]
  /// The variables that have to be set by now: those that are new, or have no default any more.
  public let requiredVariables: [String]
  /// The variables that only the new wiring reads, and for which it has a default.
  public let newVariables: [String]
  /// The variables that only the old wiring reads.
  public let unusedVariables: [String]
  /// The variables of the new wiring with secrets.
  let secretVariables: [String]
  /// The services that the program builds itself, in a closure or as an instance: they are compared by key, type and
  /// declared parameters alone.
  public let comparedByDeclaration: [String]

  /// Whether a program observes the same of both, and reads the same variables.
  public var isEmpty: Bool {
    changes.isEmpty && reached.isEmpty && requiredVariables.isEmpty && newVariables.isEmpty
      && unusedVariables.isEmpty
  }

  /// A place in a file of a configuration, or in Swift source.
  public struct Place: Sendable, Hashable {
    /// The path relative to the folder of the root file, or `Module/File.swift`.
    public let file: String
    /// The line, from 1; nil for a whole file.
    public let line: Int?
    /// The column, from 1; nil for a line of Swift source.
    public let column: Int?

    /// Reads the place in a model.
    init?(_ tree: JSON) {
      guard let file = tree["file"].string ?? tree["swift"].string else { return nil }
      (self.file, line, column) = (file, tree["line"].int, tree["column"].int)
    }
  }

  /// One difference, with its cause.
  public struct Change: Sendable, Hashable {
    /// What changed. The order is that in which changes are listed.
    public enum Kind: String, Sendable, CaseIterable {
      /// A value became a secret, or is none any more: `secret` before or after, and `open`.
      case secrecy
      /// A service, a parameter or an alias is not there any more.
      case removed
      /// A service has another key, and is otherwise the same.
      case renamed
      /// A service has another type.
      case type
      /// A service has another scope, or the scopes that the configuration declares are others.
      case scope
      /// Tagged services, or the decorators of one, are in another order.
      case order
      /// A service starts after others than before.
      case start
      /// A service is a root, or is none any more.
      case root
      /// A service, a parameter or an alias is new.
      case added
      /// A value is another one.
      case value
      /// A type of the catalog has another signature.
      case factory
    }

    /// What a change is about.
    public enum Subject: String, Sendable {
      /// A service, a decorator or an inline service.
      case service
      /// A parameter, or an entry of one that is a map.
      case parameter
      /// A second key of a service.
      case alias
      /// The services that have a tag, in their order.
      case tag
      /// A type of the catalog.
      case factory
      /// The scopes that the configuration declares.
      case scopes
      /// A file that `$(file:)` reads, whose text is another one: of ``Container/drift()`` alone.
      case file
    }

    /// How it changed.
    public let kind: Kind
    /// What it is about.
    public let subject: Subject
    /// The key of the service, or the whole name of the parameter, the alias, the tag or the type.
    public let key: String
    /// The field of the service: `scope`, `timeouts.start`, `arguments.port`; nil for another subject, and for a whole
    /// service.
    public let field: String?
    /// What it was, as a configuration writes it, or `[secret]`; nil for what is new.
    public let before: String?
    /// What it is; nil for what is not there any more.
    public let after: String?
    /// Whether the value is a secret, or was one.
    public let isSensitive: Bool
    /// Where it is set: in the new files, and in the old ones for what is not there any more.
    public let place: Place?
    /// Where it was set in the old files, if another file set it, or a layer above; nil otherwise.
    public let placeBefore: Place?
    /// The services whose own values are made of it, sorted.
    public let readers: [String]
    /// False for a parameter that nothing in the new wiring reads.
    let isRead: Bool

    /// What is shown of a secret.
    static var hidden: String { "[secret]" }
  }

  /// A service that gets something else, because of another one or of a parameter.
  public struct Reached: Sendable, Hashable {
    /// Its key.
    public let key: String
    /// What it gets that is changed, or reached itself: a service, a parameter or a tag, or its own type of the catalog.
    public let through: String
  }
}

extension WiringDifference {
  /// Compares two configurations, each in one environment, and builds nothing.
  ///
  /// No variable is looked at, and no file outside of the configurations. The cost is that of both loads and a
  /// comparison, which takes as long as a dozen: 10,000 services take a second.
  ///
  /// - Parameters:
  ///   - old: The configuration to compare with.
  ///   - oldEnvironment: Its environment; nil for the base alone.
  ///   - new: The configuration whose changes are described; it may be the same.
  ///   - newEnvironment: Its environment; nil for the base alone.
  ///   - overlays: Files above both configurations, low to high.
  ///   - modules: The program's own definitions, above all files of both.
  ///   - catalog: The types that both may name.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  /// - Throws: ``DiagnosticsError`` with every error of both, each once.
  public init(
    from old: ServiceConfiguration, environment oldEnvironment: String?,
    to new: ServiceConfiguration, environment newEnvironment: String?,
    overlays: [ConfigurationSource] = [], modules: [any Module] = [], catalog: FactoryCatalog,
    fileID: String = #fileID, line: Int = #line
  ) throws(DiagnosticsError) {
    var collector = DiagnosticCollector()
    let sides = [(old, oldEnvironment), (new, newEnvironment)].compactMap {
      configuration, environment in
      configuration.model(
        environment: environment, overlays: overlays, modules: modules, catalog: catalog,
        fileID: fileID, line: line, into: &collector)
    }
    try collector.throwErrors()
    // There are two models exactly if there is no error.
    self.init(from: ComparedWiring(sides[0]), to: ComparedWiring(sides[1]))
  }
}

extension WiringDifference.Place: CustomStringConvertible {
  /// `services.production.yaml:12:11`
  public var description: String {
    ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
  }
}
