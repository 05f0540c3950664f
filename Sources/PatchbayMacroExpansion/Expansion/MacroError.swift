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

/// A part of a file as a macro receives it: its tokens and where they are in the file.
struct LocatedSource {
  let text: SourceText
  let location: HostMessage.Location

  init(_ syntax: HostMessage.Syntax) {
    text = SourceText(syntax.source)
    location = syntax.location
  }

  /// The place of a token in the file.
  func position(_ token: Int) -> PluginMessage.Position {
    // A broken location must not trap.
    PluginMessage.Position(
      fileName: location.fileName,
      offset: location.offset.addingReportingOverflow(text.offset(token)).partialValue)
  }

  /// The line of a token in the file, counted from 1.
  func line(_ token: Int) -> Int {
    location.line.addingReportingOverflow(text.linesBefore(token)).partialValue
  }
}
