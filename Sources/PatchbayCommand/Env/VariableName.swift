/// The names of variables that other tools accept.
enum VariableName {
  /// Whether a byte can be part of a name in a dotenv file.
  static func isPart(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "_"):
      true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"): !isFirst
    default: false
    }
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
    let isDigit = first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9")
    return !isDigit && name != "." && !name.utf8.starts(with: "..".utf8)
      && name.utf8.allSatisfy { isPart($0, isFirst: false) }
  }

  /// Whether the name can be a key of `environment` in a Compose file.
  static func isCompose(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { isPart($0, isFirst: false) }
  }
}
