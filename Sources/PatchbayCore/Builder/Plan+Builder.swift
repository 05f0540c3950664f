public import PatchbayDiagnostics

extension Plan {
  /// Checks definitions in Swift alone, all at once: no file is needed, and no closure runs.
  ///
  /// ```swift
  /// let plan = try Plan {
  ///   Provide(.pool) { ConnectionPool(url: "postgres://localhost/app") }
  ///   Provide(.users, .service(.pool)) { UserStore(pool: $0) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - catalog: what ``Define`` may name; nothing without it.
  ///   - parent: for a child, whose services stand behind its own.
  ///   - fileID: where the definitions stand, for messages.
  ///   - line: where the definitions stand, for messages.
  ///   - content: definitions and modules.
  /// - Throws: ``DiagnosticsError`` with every mistake, sorted by place.
  public init(
    catalog: FactoryCatalog? = nil, parent: Plan? = nil, fileID: String = #fileID,
    line: Int = #line,
    @DefinitionBuilder _ content: () -> Definitions
  ) throws(DiagnosticsError) {
    let location = SwiftLocation(fileID: fileID, line: line)
    let catalog = catalog ?? FactoryCatalog("none", fileID: fileID, line: line) {}
    var collector = DiagnosticCollector()
    let definitions = DefinitionSet(content(), at: location, into: &collector)
    let plan = Plan.checking(definitions, catalog: catalog, parent: parent, into: &collector)
    try collector.throwErrors()
    // `checking` gives nil only where the collector has errors, and those were just thrown.
    self = plan!
  }
}

extension DefinitionSet {
  /// What a program alone says.
  package init(
    _ layer: Definitions, at location: SwiftLocation, into collector: inout DiagnosticCollector
  ) {
    self.init()
    parameters = ParameterLookup(ParameterTree(layer, into: &collector))
    lay(layer, as: LayerName(SourcePlace.swift(location).shortName), into: &collector)
  }

  /// Lays what a program says over what is there, all but its parameters.
  package mutating func lay(
    _ layer: Definitions, as name: LayerName, into collector: inout DiagnosticCollector
  ) {
    Layering.lay(layer, as: name, over: &self, into: &collector)
  }
}
