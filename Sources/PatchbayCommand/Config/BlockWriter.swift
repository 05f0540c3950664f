import PatchbayDiagnostics

/// Writes maps and lists of YAML in block style, line by line.
struct BlockWriter {
  private(set) var text = ""
  private var indentation: Int
  /// The number of lists whose element begins with the next line.
  private var dashes = 0

  init(indentation: Int = 0) { self.indentation = indentation }

  /// Writes a line, with a comment behind it.
  mutating func line(_ content: String, _ comment: String? = nil) {
    text += String(repeating: " ", count: indentation - 2 * dashes)
    text += String(repeating: "- ", count: dashes)
    text += content
    dashes = 0
    if let comment { text += "  \(comment)" }
    text += "\n"
  }

  /// Writes a key with a value on the same line; without a key, an element.
  mutating func entry(_ key: String?, _ value: String, _ comment: String? = nil) {
    guard let key else { return line(value, comment) }
    line("\(begin(key)) \(value)", comment)
  }

  /// Begins the lines inside a key; without a key, of an element.
  mutating func open(_ key: String?, tag: String? = nil, _ comment: String? = nil) {
    if key != nil || tag != nil {
      line([key.map { begin($0) }, tag].compactMap(\.self).joined(separator: " "), comment)
    }
    if key != nil { indentation += 2 }
  }

  /// Ends the lines inside a key.
  mutating func close(_ key: String?) { if key != nil { indentation -= 2 } }

  /// Takes back the lines from an offset on.
  mutating func takeBack(to offset: Int) {
    text.removeSubrange(text.utf8.index(text.startIndex, offsetBy: offset)...)
  }

  /// Begins an element of a list.
  mutating func openElement() {
    dashes += 1
    indentation += 2
  }

  /// Ends an element of a list.
  mutating func closeElement() { indentation -= 2 }

  /// Returns what precedes the value of a key; a long one is written on a line of its own, because
  /// YAML limits those in front of a value.
  private mutating func begin(_ key: String) -> String {
    guard key.utf8.count > 1000 else { return key + ":" }
    line("? \(key)")
    return ":"
  }
}
