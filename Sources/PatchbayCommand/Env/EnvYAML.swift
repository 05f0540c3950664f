import PatchbayCore
import PatchbayDiagnostics

// Parts of manifests for one environment.
extension EnvReport {
  /// The list `env` of a container in Kubernetes: what must be set comes from a Secret and a
  /// ConfigMap with the program's name.
  ///
  /// - Throws: ``UsageError`` if Kubernetes does not accept one of the names.
  func kubernetes() throws(UsageError) -> String {
    var lines = yamlHeader
    lines.append(variables.isEmpty ? "env: []" : "env:")
    for row in variables {
      let variable = row.content
      try check(variable, for: "kubernetes", VariableName.isKubernetes)
      lines += variable.comments.map { "  \($0)" }
      lines.append("  - name: \(YAMLText.name(variable.name))")
      if let text = variable.settableFallback {
        lines.append("    value: \(YAMLText.quoted(YAMLText.withoutExpansion(text)))")
        continue
      }
      lines += [
        "    valueFrom:",
        "      \(variable.isSecret ? "secretKeyRef" : "configMapKeyRef"):",
        "        name: \(objectName)",
        "        key: \(YAMLText.name(variable.name))",
      ]
      if variable.fallback != nil { lines.append("        optional: true") }
    }
    return (lines + fileComments).joined(separator: "\n")
  }

  /// The map `environment` of a service in a Compose file: what must be set comes from the variables
  /// of `docker compose`.
  ///
  /// - Throws: ``UsageError`` if Compose does not accept one of the names.
  func compose() throws(UsageError) -> String {
    var lines = yamlHeader
    lines.append(variables.isEmpty ? "environment: {}" : "environment:")
    for row in variables {
      let variable = row.content
      let isNeeded = variable.fallback == nil
      try check(
        variable, for: "compose", isNeeded ? VariableName.isShell : VariableName.isCompose)
      lines += variable.comments.map { "  \($0)" }
      let name = "  \(YAMLText.name(variable.name)):"
      if isNeeded {
        lines.append("\(name) \"${\(variable.name):?}\"")
      } else if let text = variable.settableFallback {
        lines.append("\(name) \(YAMLText.quoted(YAMLText.doublingDollars(text)))")
      } else {
        // Without a value it is passed on if it is set, and otherwise stays unset.
        lines.append(name)
      }
    }
    return (lines + fileComments).joined(separator: "\n")
  }

  private var yamlHeader: [String] {
    let place = environments.first?.name.map { " in \($0)" } ?? ""
    return [YAMLText.comment("What \(program) reads from its environment\(place).")]
  }

  private var fileComments: [String] {
    guard !files.isEmpty else { return [] }
    return [YAMLText.comment("Files that must be there:")]
      + files.map { YAMLText.comment("\($0.content.path): \($0.content.text)") }
  }

  /// The program's name as that of an object in Kubernetes: lowercase letters, digits and `-`.
  private var objectName: String {
    let bytes = program.lowercased().utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
      default: UInt8(ascii: "-")
      }
    }
    let dash = UInt8(ascii: "-")
    var name = bytes.drop { $0 == dash }.prefix(63)
    while name.last == dash { name.removeLast() }
    return name.isEmpty ? "app" : YAMLText.name(String(decoding: name, as: UTF8.self))
  }
}

extension ExternalRequirements.Variable {
  fileprivate var comments: [String] {
    ([contentText] + readers.map(\.text)).map(YAMLText.comment)
  }
}

/// Writes texts for readers of YAML 1.1 and 1.2.
enum YAMLText {
  /// Returns a text in double quotes.
  static func quoted(_ text: String) -> String {
    let escaped = text.replacingScalars { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: escape(scalar)
      }
    }
    return "\"\(escaped)\""
  }

  /// Returns the name of a variable: plain, unless a reader could take it for another value.
  static func name(_ name: String) -> String {
    VariableName.isDotEnv(name) && !isWord(name) ? name : quoted(name)
  }

  /// Returns a text on one line as a comment.
  static func comment(_ text: String) -> String {
    "# " + DisplayText.line(text).replacingScalars(escape)
  }

  /// Returns a text in which Kubernetes finds no `$(NAME)` to expand, and removes no `$`.
  static func withoutExpansion(_ text: String) -> String {
    var result = ""
    var dollars = 0
    for scalar in text.unicodeScalars {
      if scalar == "$" {
        dollars += 1
        continue
      }
      // It reads `$$` as `$`; a single one is itself, unless `(` follows.
      let isEscaped = dollars > 1 || (dollars == 1 && scalar == "(")
      result += String(repeating: "$", count: isEscaped ? 2 * dollars : dollars)
      result.unicodeScalars.append(scalar)
      dollars = 0
    }
    return result + String(repeating: "$", count: dollars > 1 ? 2 * dollars : dollars)
  }

  /// Returns a text in which Compose finds no variable.
  static func doublingDollars(_ text: String) -> String {
    text.replacingScalars { $0 == "$" ? "$$" : nil }
  }

  /// Returns the escape of a character that a reader of YAML may refuse, or an editor not show.
  private static func escape(_ scalar: Unicode.Scalar) -> String? {
    guard DisplayText.needsEscape(scalar) || scalar.value & 0xFFFE == 0xFFFE else { return nil }
    let (letter, width) =
      scalar.value <= 0xFF ? ("x", 2) : scalar.value <= 0xFFFF ? ("u", 4) : ("U", 8)
    return "\\" + letter + scalar.value.hexadecimal(digits: width, uppercase: true)
  }
}
