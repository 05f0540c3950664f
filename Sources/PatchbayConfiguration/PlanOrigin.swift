public import PatchbayCore
public import PatchbayDiagnostics

/// The inputs from which a plan was made: they are needed to make it again with further overlays.
final class PlanOrigin: Sendable {
  let configuration: ServiceConfiguration
  let request: LoadRequest
  let catalog: FactoryCatalog
  /// The digest of each text that `$(file:)` has read for the plan, by what is shown of the file.
  let fileTexts: [String: String]

  init(
    _ configuration: ServiceConfiguration, _ request: LoadRequest, _ catalog: FactoryCatalog,
    fileTexts: [String: String] = [:]
  ) {
    // `drift()` compares with the overlays as they were.
    self.configuration = request.readsFiles ? configuration.keepingFiles : configuration
    (self.request, self.catalog, self.fileTexts) = (request, catalog, fileTexts)
  }

  /// Returns the plan of these inputs.
  func plan(parent: Plan?) throws(DiagnosticsError) -> Plan {
    var collector = DiagnosticCollector()
    let definitions = configuration.definitions(of: request, into: &collector)
    let fileTexts = definitions.fileTexts
    let checked = Plan.checking(
      consume definitions, catalog: catalog, parent: parent, into: &collector)
    if let error = DiagnosticsError(collector.errors) { throw namingReaders(in: error, parent) }
    // `checking` returns nil only if the collector has errors, and those were just thrown.
    var plan = checked!
    plan.origin =
      fileTexts.isEmpty
      ? self : PlanOrigin(configuration, request, catalog, fileTexts: fileTexts)
    return plan
  }

  /// Returns what a check of these inputs finds that looks at no variable.
  func findings(parent: Plan?, into collector: inout DiagnosticCollector) -> Plan.Findings {
    let definitions = configuration.definitions(of: request.keepingSources, into: &collector)
    return Plan.findings(
      in: definitions.deciding { $0.value(where: request.variables.values ?? [:]) },
      catalog: catalog, parent: parent, into: &collector)
  }

  /// Returns an error in which several missing variables say what reads them, and as what: only a check that looks at
  /// no variable finds that out.
  private func namingReaders(in error: DiagnosticsError, _ parent: Plan?) -> DiagnosticsError {
    let code = DiagnosticCode.missingEnvironmentVariable
    guard error.codes.count(where: { $0 == code }) > 1 else { return error }
    var (ignored, rows) = (DiagnosticCollector(), [SourcePlace: [String]]())
    for variable in findings(parent: parent, into: &ignored).requirements.variables {
      let addition = request.variables.values?[variable.name] == nil ? "" : ", not empty"
      for reader in variable.readers where rows[reader.place] == nil {
        rows[reader.place] = [variable.name, reader.expectation + addition, reader.subject]
      }
    }
    return error.changed(
      error.diagnostics.map { diagnostic in
        var diagnostic = diagnostic
        if diagnostic.code == code, let place = diagnostic.labels.first?.place {
          diagnostic.row = rows[place] ?? []
        }
        return diagnostic
      })
  }
}

extension PlanOrigin: SafelyMirrored {
  package var mirrored: KeyValuePairs<String, Any> { [:] }
}

extension Plan {
  /// Creates a plan from the same configuration with further layers on top.
  ///
  /// The new plan has the same configuration, environment, variables, catalog and parent. The
  /// overlays are above all layers of this plan, including the parameters that the program set.
  /// Only the modules and overrides of the program stay above them.
  ///
  /// The result is checked like any plan. The call parses the overlays, but not the files of the
  /// configuration, reads the files of `$(file:)` again, and runs no factory.
  ///
  /// - Parameters:
  ///   - overlays: Further sources, each above the one before.
  ///   - parameters: Parameters that the program sets, above the overlays.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  /// - Returns: The new plan.
  /// - Throws: ``DiagnosticsError`` with every error, sorted by place; with
  ///   `overlay-without-configuration` if this plan was made in Swift alone.
  public func overlaid(
    by overlays: [ConfigurationSource], parameters: [String: ParameterValue] = [:],
    fileID: String = #fileID, line: Int = #line
  ) throws(DiagnosticsError) -> Plan {
    guard let origin = origin as? PlanOrigin else { throw overlayWithoutConfiguration() }
    var request = origin.request
    request.add(overlays, parameters, at: SwiftLocation(fileID: fileID, line: line))
    return try PlanOrigin(origin.configuration, request, origin.catalog).plan(parent: parent)
  }
}

private func overlayWithoutConfiguration() -> DiagnosticsError {
  Diagnostic(
    .overlayWithoutConfiguration,
    "there is no configuration for an overlay to change: the services were defined in Swift"
  )
  .fix("load a configuration, or replace single services with `override(_:with:)`")
  .asError()
}

extension Container {
  /// Creates a container from the same configuration with further layers on top.
  ///
  /// ```swift
  /// let outage = try container.overlaid(by: "Tests/Overlays/mail-outage.yaml")
  /// ```
  ///
  /// This container does not change: the new one has its own instances, is not started, and has
  /// none of the overrides that ``override(_:fileID:line:_:)-(ServiceKey<Service>,_,_,_)`` has
  /// set. For a child container, the new one is a child of the same parent; for the container of a
  /// test, it belongs to the test.
  ///
  /// - Parameters:
  ///   - overlays: Further sources, each above the one before, and above all layers of this
  ///     container.
  ///   - parameters: Parameters that the program sets, above the overlays.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  /// - Returns: The new container.
  /// - Throws: Like ``Plan/overlaid(by:parameters:fileID:line:)``.
  public func overlaid(
    by overlays: ConfigurationSource..., parameters: [String: ParameterValue] = [:],
    fileID: String = #fileID, line: Int = #line
  ) throws(DiagnosticsError) -> Container {
    try overlaid(by: overlays, parameters: parameters, fileID: fileID, line: line)
  }

  /// Creates a container from the same configuration with a list of layers on top.
  ///
  /// - Parameters:
  ///   - overlays: Further sources, each above the one before, and above all layers of this
  ///     container.
  ///   - parameters: Parameters that the program sets, above the overlays.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  /// - Returns: The new container.
  /// - Throws: Like ``Plan/overlaid(by:parameters:fileID:line:)``.
  public func overlaid(
    by overlays: [ConfigurationSource], parameters: [String: ParameterValue] = [:],
    fileID: String = #fileID, line: Int = #line
  ) throws(DiagnosticsError) -> Container {
    replaced(
      by: try plan.overlaid(by: overlays, parameters: parameters, fileID: fileID, line: line))
  }
}
