extension Diagnostic {
  /// The message, the notes and the fix-its as lines of text, without their places.
  package var sentences: [String] {
    var lines = [message]
    lines += notes.map { "note: \($0)" }
    if let path = requestPath { lines.append("note: requested by: \(path)") }
    for fixIt in fixIts {
      lines.append("help: \(fixIt.message)")
      if let suggestion = fixIt.suggestion { lines.append("  + \(suggestion)") }
    }
    return lines
  }
}
