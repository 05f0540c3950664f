/// An answer of a plugin to the compiler.
package enum PluginMessage: Encodable {
  case getCapabilityResult(capability: Capability)
  case expandMacroResult(expandedSource: String?, diagnostics: [Diagnostic])
  case loadPluginLibraryResult(loaded: Bool, diagnostics: [Diagnostic])

  package struct Capability: Encodable {
    /// The version of the protocol whose messages are read here; a newer compiler adapts to it.
    let protocolVersion = 7
  }

  package struct Diagnostic: Encodable {
    enum Severity: String, Encodable { case error, warning, note }

    package var message: String
    let severity: Severity
    package var position: Position
    let highlights: [Position] = []
    package var notes: [Note] = []
    let fixIts: [Position] = []
  }

  package struct Note: Encodable {
    package var position: Position
    let message: String
  }

  package struct Position: Encodable {
    package var fileName: String
    package var offset: Int

    /// Nowhere in a file.
    static let unknown = Position(fileName: "", offset: 0)
  }
}
