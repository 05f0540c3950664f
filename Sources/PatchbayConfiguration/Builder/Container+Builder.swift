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

extension Plan {
  /// Creates a plan from definitions in Swift alone, and checks it; reads no file and runs no
  /// factory.
  ///
  /// ```swift
  /// let plan = try Plan {
  ///   Provide(.pool) { ConnectionPool(url: "postgres://localhost/app") }
  ///   Provide(.users, .service(.pool)) { UserStore(pool: $0) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - catalog: The types that ``Define`` may name; none by default.
  ///   - parent: The plan of the parent container, for a child's plan. It serves the keys that the
  ///     child does not define.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - content: Definitions and modules.
  /// - Throws: ``DiagnosticsError`` with every error, sorted by place.
  public init(
    catalog: FactoryCatalog? = nil, parent: Plan? = nil, fileID: String = #fileID,
    line: Int = #line,
    @DefinitionBuilder _ content: () -> Definitions
  ) throws(DiagnosticsError) {
    let location = SwiftLocation(fileID: fileID, line: line)
    let catalog = catalog ?? .omitted(fileID: fileID, line: line)
    var collector = DiagnosticCollector()
    let definitions = DefinitionSet(content(), at: location, into: &collector)
    let plan = Plan.checking(
      consume definitions, catalog: catalog, parent: parent, into: &collector)
    try collector.throwErrors()
    // `checking` returns nil only if the collector has errors, and those were just thrown.
    self = plan!
  }
}

extension DefinitionSet {
  /// Creates a set of a program's definitions alone.
  init(
    _ layer: Definitions, at location: SwiftLocation, into collector: inout DiagnosticCollector
  ) {
    var document = LayeredDocument(limits: LoadLimits())
    let name = SourcePlace.swift(location).shortName
    document.add(layer, as: name)
    document.report(isWhole: true, into: &collector)
    let context = LoadContext(
      environment: nil, variables: Variables([:]), limits: LoadLimits(), sources: [:])
    var reader = EntryReader(MergedDocument(document), context)
    self = reader.read()
    reader.finish(into: &collector)
  }
}
