package import PatchbayDiagnostics

/// What a plan was made of, from which its definitions can be read again.
///
/// A plan does not keep them, because nothing needs them while all factories succeed.
package protocol DefinitionOrigin: AnyObject, Sendable {
  /// Reads the definitions again.
  ///
  /// - Parameter collector: Receives all diagnostics, and the texts that no other one may show.
  /// - Returns: The definitions. Texts from variables and registered sources are unknown in them.
  func definitions(into collector: inout DiagnosticCollector) -> [Definition]
}
