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
      lines.append("  - name: \(YAMLText.key(variable.name))")
      if let text = variable.settableFallback {
        lines.append("    value: \(ScalarText.doubleQuoted(YAMLText.withoutExpansion(text)))")
        continue
      }
      lines += [
        "    valueFrom:",
        "      \(variable.isSecret ? "secretKeyRef" : "configMapKeyRef"):",
        "        name: \(objectName)",
        "        key: \(YAMLText.key(variable.name))",
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
      let name = "  \(YAMLText.key(variable.name)):"
      if isNeeded {
        lines.append("\(name) \"${\(variable.name):?}\"")
      } else if let text = variable.settableFallback {
        lines.append("\(name) \(ScalarText.doubleQuoted(YAMLText.doublingDollars(text)))")
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
    let dash = UInt8(ascii: "-")
    let bytes = program.lowercased().utf8.map { byte in
      byte.isLetter || byte.isDigit ? byte : dash
    }
    var name = bytes.drop { $0 == dash }.prefix(63)
    while name.last == dash { name.removeLast() }
    return name.isEmpty ? "app" : YAMLText.key(String(decoding: name, as: UTF8.self))
  }
}

extension ExternalRequirements.Variable {
  fileprivate var comments: [String] {
    ([contentText] + readers.map(\.text)).map(YAMLText.comment)
  }
}
