public import PatchbayCore
public import PatchbayDiagnostics

extension Container {
  /// Creates a container from definitions in Swift alone, checked like a configuration.
  ///
  /// ```swift
  /// let container = try Container(catalog: .app) {
  ///   Define("mailer", "SMTPMailer").argument("host", "smtp.example.com")
  ///   Provide(.clock, instance: SystemClock())
  ///   if isVerbose { Extend(.client) { LoggingClient($0) } }
  /// }
  /// ```
  ///
  /// A service is built when it is first requested. The definitions of a container cannot be
  /// changed afterwards. The own services of a child take precedence over those of its parent:
  ///
  /// ```swift
  /// let plugin = try Container(parent: container) {
  ///   Provide(.report, .service(.clock)) { Report(clock: $0) }   // the parent's clock
  /// }
  /// ```
  ///
  /// See `init(_:parent:)` for what a child shares with its parent.
  ///
  /// - Parameters:
  ///   - parent: The container that serves the keys that a child does not define; nil for one
  ///     without a parent.
  ///   - catalog: The types that ``Define`` may name; none by default.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - content: Definitions and modules.
  /// - Throws: ``DiagnosticsError`` with every error, sorted by place.
  public convenience init(
    parent: Container? = nil, catalog: FactoryCatalog? = nil,
    fileID: String = #fileID, line: Int = #line,
    @DefinitionBuilder _ content: () -> Definitions
  ) throws(DiagnosticsError) {
    let plan = try Plan(
      catalog: catalog, parent: parent?.plan, fileID: fileID, line: line, content)
    if let parent { try self.init(plan, parent: parent) } else { self.init(plan) }
  }
}
