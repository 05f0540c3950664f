public import PatchbayDiagnostics

extension Container {
  /// Makes a container of definitions in Swift alone, checked as a configuration is.
  ///
  /// ```swift
  /// let container = try Container(catalog: .app) {
  ///   Define("mailer", "SMTPMailer").argument("host", "smtp.example.com")
  ///   Provide(.clock, instance: SystemClock())
  ///   if isVerbose { Extend(.client) { LoggingClient($0) } }
  /// }
  /// ```
  ///
  /// Nothing is built before it is asked for, and once the container is there nothing can be added to
  /// it or changed.
  ///
  /// - Parameters:
  ///   - catalog: what ``Define`` may name; nothing without it.
  ///   - fileID: where the definitions stand, for messages.
  ///   - line: where the definitions stand, for messages.
  ///   - content: definitions and modules.
  /// - Throws: ``DiagnosticsError`` with every mistake, sorted by place.
  public convenience init(
    catalog: FactoryCatalog? = nil, fileID: String = #fileID, line: Int = #line,
    @DefinitionBuilder _ content: () -> Definitions
  ) throws(DiagnosticsError) {
    self.init(try Plan(catalog: catalog, fileID: fileID, line: line, content))
  }

  /// Makes a child of definitions in Swift alone: its own services stand before those of its parent.
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
  ///   - parent: the container to stand before.
  ///   - catalog: what ``Define`` may name; nothing without it.
  ///   - fileID: where the definitions stand, for messages.
  ///   - line: where the definitions stand, for messages.
  ///   - content: definitions and modules.
  /// - Throws: ``DiagnosticsError`` with every mistake, sorted by place.
  public convenience init(
    parent: Container, catalog: FactoryCatalog? = nil,
    fileID: String = #fileID, line: Int = #line,
    @DefinitionBuilder _ content: () -> Definitions
  ) throws(DiagnosticsError) {
    let plan = try Plan(
      catalog: catalog, parent: parent.plan, fileID: fileID, line: line, content)
    try self.init(plan, parent: parent)
  }
}
