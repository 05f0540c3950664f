/// The mistakes in one use of a macro.
struct MacroError: Error {
  var diagnostics: [PluginMessage.Diagnostic]

  init(
    _ message: String, at position: PluginMessage.Position, notes: [PluginMessage.Note] = []
  ) {
    diagnostics = [.init(message: message, severity: .error, position: position, notes: notes)]
  }

  init(_ errors: [MacroError]) { diagnostics = errors.flatMap(\.diagnostics) }
}
