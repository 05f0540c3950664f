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
}
