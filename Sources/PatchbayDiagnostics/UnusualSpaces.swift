/// Characters that look like a space, or are invisible, but are text to YAML.
package enum UnusualSpaces {
  /// Whether a scalar is a space other than U+0020, or one without width.
  package static func contains(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0xA0 else { return false }
    // The other white space is the separators of lines and paragraphs.
    return scalar.properties.isWhitespace && scalar != "\u{2028}" && scalar != "\u{2029}"
      || scalar == "\u{200B}" || scalar == "\u{2060}" || scalar == "\u{FEFF}"
  }

  /// Returns the name of a scalar in Unicode: `U+00A0 NO-BREAK SPACE`.
  package static func name(of scalar: Unicode.Scalar) -> String {
    "U+" + scalar.value.hexadecimal(digits: 4, uppercase: true)
      + (scalar.properties.name.map { " \($0)" } ?? "")
  }
}

extension Diagnostic {
  /// Adds a note for each unusual space that the message repeats.
  mutating func nameUnusualSpaces() {
    for scalar in message.unicodeScalars where UnusualSpaces.contains(scalar) {
      let note = "`\(scalar)` is \(UnusualSpaces.name(of: scalar))"
      if !notes.contains(note) { notes.append(note) }
    }
  }
}
