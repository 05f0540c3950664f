public import PatchbayCore
public import PatchbayDiagnostics

extension Plan {
  /// Makes the plan again with further layers on top.
  ///
  /// The new plan is of the same configuration, environment, variables, catalog and parent. The overlays
  /// lie above all that this plan was made of, the parameters that the program set included. Reads the
  /// overlays and the files of `$(file:)`, and none of the configuration again; runs no factory. What
  /// the program's own modules and overrides define stays above them.
  ///
  /// - Parameters:
  ///   - overlays: further sources, each above the one before.
  ///   - parameters: what the program sets itself, above the overlays.
  ///   - fileID: where `parameters` are handed in, for messages.
  ///   - line: where `parameters` are handed in, for messages.
  /// - Throws: ``DiagnosticsError`` with every mistake, sorted by place; with
  ///   `overlay-without-configuration` where the plan was made in Swift.
  public func overlaid(
    by overlays: [ConfigurationSource], parameters: [String: ParameterValue] = [:],
    fileID: String = #fileID, line: Int = #line
  ) throws(DiagnosticsError) -> Plan {
    guard let origin = origin as? PlanOrigin else { throw overlayWithoutConfiguration() }
    var overlays = overlays
    if !parameters.isEmpty {
      overlays.append(ParameterValue.overlay(parameters, fileID: fileID, line: line))
    }
    return try origin.overlaid(by: overlays).plan(parent: parent)
  }
}

private func overlayWithoutConfiguration() -> DiagnosticsError {
  DiagnosticsError(
    Diagnostic(
      .overlayWithoutConfiguration,
      "there is no configuration that an overlay could lie over: the services were defined in Swift",
      fixIts: [
        .init("load a configuration, or replace single services with `override(_:with:)`")
      ]
    )
  )
}
