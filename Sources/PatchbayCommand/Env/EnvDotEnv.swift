import PatchbayCore
import PatchbayDiagnostics

extension EnvReport {
  /// A `.env.example`: a copy of it sets nothing until lines are uncommented.
  ///
  /// - Throws: ``UsageError`` if a dotenv file cannot set one of the names.
  func dotenv() throws(UsageError) -> String {
    var parts = [
      "# What \(DisplayText.line(program)) reads from its environment. Remove the `#` before a"
        + " name to set it."
    ]
    let rows = Dictionary(grouping: variables, by: \.content.name)
    for name in variables.map(\.content.name).uniqued {
      let kinds = rows[name] ?? []
      try kinds[0].content.checkName()
      var lines: [String] = []
      for row in kinds {
        lines.append("# \(row.content.needText(row.environmentSuffix)): \(row.content.contentText)")
        lines += row.content.readers.map { "# \($0.text)" }
      }
      let texts = kinds.map(\.content.dotEnvFallback)
      // Where environments differ, none of their defaults is right for all.
      let text = texts.allSatisfy { $0 == texts[0] } ? texts[0] : nil
      let assignment = "\(name)=\(text.map(DotEnvText.written) ?? "")"
      // A default of several lines is a comment on each.
      lines.append("#" + assignment.replacingScalars { $0 == "\n" ? "\n#" : nil })
      parts.append(lines.joined(separator: "\n"))
    }
    if !files.isEmpty {
      let lines = files.map { row in
        "# \(DisplayText.line(row.content.path))\(row.environmentSuffix): \(row.content.text)"
      }
      parts.append((["# Files that must be there:"] + lines).joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n")
  }
}

/// Writes values for a dotenv file and a shell.
package enum DotEnvText {
  /// Returns a text so that a dotenv file, and a shell that reads it, have exactly this value; in
  /// quotes only if it needs them.
  ///
  /// Carriage returns are the exception: a shell reads their escape as two characters.
  package static func written(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0.isKeyCharacter || "/:@%+,=".utf8.contains($0) }
    if isPlain, !text.isEmpty { return text }
    let needsEscapes = text.utf8.contains { $0 == UInt8(ascii: "'") || $0 == 0x0D }
    guard needsEscapes else { return "'\(text)'" }
    let escaped = text.replacingScalars { scalar in
      switch scalar {
      case "\\", "\"", "$", "`": "\\\(scalar)"
      case "\r": "\\r"
      default: nil
      }
    }
    return "\"\(escaped)\""
  }
}

extension ExternalRequirements.Variable {
  /// The default, if a dotenv file can have it: the format has no escapes for what acts on a terminal.
  fileprivate var dotEnvFallback: String? {
    guard case .text(let text) = shownFallback else { return nil }
    // A carriage return has an escape.
    return text.unicodeScalars.contains { $0 != "\r" && DisplayText.isActive($0) } ? nil : text
  }

  /// Whether the variable must be set, in words; the default itself is on the variable's line.
  func needText(_ place: String) -> String {
    switch shownFallback {
    case nil: "needed\(exceptionText)\(place)"
    case .text:
      "optional\(place)" + (dotEnvFallback == nil ? ", its default cannot be written" : "")
    case .null: "optional\(place), null by default"
    case .hidden: "optional\(place), its default is not shown"
    case .several: "optional\(place), with several defaults"
    }
  }

  /// Checks whether a dotenv file can set the variable: the name has letters, digits, `_`, `.` and `-`, with a letter
  /// or `_` first.
  fileprivate func checkName() throws(UsageError) {
    let begins = name.utf8.first.map { $0.isLetter || $0 == UInt8(ascii: "_") } ?? false
    if begins, name.utf8.allSatisfy(\.isKeyCharacter) { return }
    let place = readers.first.map { ", which \($0.text) reads" } ?? ""
    throw UsageError(
      "`--format dotenv` cannot set the variable `\(DisplayText.line(name))`\(place)",
      help: "give it a name of letters, digits and `_`")
  }
}
