import PatchbayDiagnostics

/// The names of variables that other tools accept.
enum VariableName {
  /// Whether a byte can be part of a name in a dotenv file.
  static func isPart(_ byte: UInt8, isFirst: Bool) -> Bool {
    byte.isKeyCharacter && !(isFirst && "0123456789.-".utf8.contains(byte))
  }

  /// Whether a dotenv file can set the name: letters, digits, `_`, `.` and `-`, with a letter or `_`
  /// first.
  static func isDotEnv(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.enumerated().allSatisfy { isPart($0.element, isFirst: $0.offset == 0) }
  }

  /// Whether a shell can set the name: letters, digits and `_`, no digit first.
  static func isShell(_ name: String) -> Bool {
    isDotEnv(name) && !name.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
  }

  /// Whether Kubernetes accepts the name for a container and as a key of a Secret.
  static func isKubernetes(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= 253 else { return false }
    return !first.isDigit && name != "." && !name.utf8.starts(with: "..".utf8)
      && name.utf8.allSatisfy(\.isKeyCharacter)
  }

  /// Whether the name can be a key of `environment` in a Compose file.
  static func isCompose(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy(\.isKeyCharacter)
  }
}
