public import PatchbayCore
public import PatchbayDiagnostics

extension Plan {
  /// Creates a plan from the same configuration with further layers on top.
  ///
  /// The new plan has the same configuration, environment, variables, catalog and parent. The
  /// overlays are above all layers of this plan, including the parameters that the program set.
  /// Only the modules and overrides of the program stay above them. The call reads the overlays, but
  /// does not read the configuration again, and runs no factory.
  ///
  /// If the overlays only define or patch services that this plan has, the cost depends on these and
  /// their dependents, and all other values stay as they are. Otherwise everything is checked anew, and
  /// the files of `$(file:)` are read again.
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
    var layers = overlays.map { UpperLayer.source($0) }
    if !parameters.isEmpty {
      layers.append(.parameters(parameters, at: SwiftLocation(fileID: fileID, line: line)))
    }
    if let changed = origin.changing(self, by: layers) { return changed }
    return try origin.overlaid(by: layers).plan(parent: parent)
  }

  /// Returns the plan with further layers on top; nil if it has to be made anew, because they
  /// change more than some services, or there is something to report.
  package func changed(
    by overlays: [ConfigurationSource], recording record: FileRecord
  ) -> Plan? {
    (origin as? PlanOrigin)?.changing(
      self, by: overlays.map { .source($0) }, recording: record)
  }
}

private func overlayWithoutConfiguration() -> DiagnosticsError {
  Diagnostic(
    .overlayWithoutConfiguration,
    "there is no configuration that an overlay could lie over: the services were defined in Swift"
  )
  .fix("load a configuration, or replace single services with `override(_:with:)`")
  .asError()
}
