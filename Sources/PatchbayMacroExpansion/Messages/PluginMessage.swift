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

    package let message: String
    let severity: Severity
    package let position: Position
    let highlights: [Position] = []
    package private(set) var notes: [Note] = []
    let fixIts: [Position] = []
  }

  package struct Note: Encodable {
    package let position: Position
    let message: String
  }

  package struct Position: Encodable {
    package let fileName: String
    package let offset: Int

    /// Nowhere in a file.
    static let unknown = Position(fileName: "", offset: 0)
  }
}
