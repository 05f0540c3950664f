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
