public import PatchbayCore
public import PatchbayDiagnostics

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
    var layers = overlays.map { UpperLayer.source($0) }
    if !parameters.isEmpty {
      layers.append(.parameters(parameters, at: SwiftLocation(fileID: fileID, line: line)))
    }
    return try origin.overlaid(by: layers).plan(parent: parent)
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
