public import PatchbayCore
public import PatchbayDiagnostics

extension Container {
  /// Makes a container of the same configuration with further layers on top.
  ///
  /// ```swift
  /// let outage = try container.overlaid(by: "Tests/Overlays/mail-outage.yaml")
  /// ```
  ///
  /// This container is not touched: the new one has instances of its own, is not started, and wears none
  /// of the overlays that ``overlay(_:fileID:line:_:)-(ServiceKey<Service>,_,_,_)`` has put on. Of a
  /// child it makes a child of the same parent; of a test's container, one that belongs to the test.
  ///
  /// - Parameters:
  ///   - overlays: Further sources, each above the one before, and above all that this container was
  ///     made of.
  ///   - parameters: What the program sets itself, above the overlays.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  /// - Throws: As ``Plan/overlaid(by:parameters:fileID:line:)``.
  public func overlaid(
    by overlays: ConfigurationSource..., parameters: [String: ParameterValue] = [:],
    fileID: String = #fileID, line: Int = #line
  ) throws(DiagnosticsError) -> Container {
    try overlaid(by: overlays, parameters: parameters, fileID: fileID, line: line)
  }

  /// Makes a container of the same configuration with a list of layers on top.
  ///
  /// - Parameters:
  ///   - overlays: Further sources, each above the one before, and above all that this container was
  ///     made of.
  ///   - parameters: What the program sets itself, above the overlays.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  /// - Throws: As ``Plan/overlaid(by:parameters:fileID:line:)``.
  public func overlaid(
    by overlays: [ConfigurationSource], parameters: [String: ParameterValue] = [:],
    fileID: String = #fileID, line: Int = #line
  ) throws(DiagnosticsError) -> Container {
    replaced(
      by: try plan.overlaid(by: overlays, parameters: parameters, fileID: fileID, line: line))
  }
}
