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
  ///   - fileID: where the definitions stand, for messages.
  ///   - line: where the definitions stand, for messages.
  ///   - content: definitions and modules.
  /// - Throws: ``DiagnosticsError`` with every mistake, sorted by place.
  public init(
    catalog: FactoryCatalog? = nil, fileID: String = #fileID, line: Int = #line,
    @DefinitionBuilder _ content: () -> Definitions
  ) throws(DiagnosticsError) {
    let location = SwiftLocation(fileID: fileID, line: line)
    let catalog = catalog ?? FactoryCatalog("none", fileID: fileID, line: line) {}
    var collector = DiagnosticCollector()
    let definitions = DefinitionSet(content(), at: location, into: &collector)
    let plan = Plan.checking(definitions, catalog: catalog, into: &collector)
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
    var tree = ParameterTree()
    for case .parameters(let values, let location) in layer.statements {
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        var writer = LayerWriter(layer: 0, parameters: parameters)
        let last = name.split(separator: ".").last.map(String.init) ?? name
        let value = writer.value(ArgumentValue(value), at: location, path: [last])
        if let first = tree.set(name, value) {
          collector.add(parameterTwice(name, .swift(location), first))
        }
      }
    }
    parameters = ParameterLookup(tree)
    let name = LayerName(SourcePlace.swift(location).shortName)
    Layering.lay(layer, as: name, over: &self, into: &collector)
  }
}
