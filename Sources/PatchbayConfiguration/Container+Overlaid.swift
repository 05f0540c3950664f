public import PatchbayCore
public import PatchbayDiagnostics

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
