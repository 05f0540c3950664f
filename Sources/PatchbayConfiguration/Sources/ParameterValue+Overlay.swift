import PatchbayCore
import PatchbayDiagnostics

extension ParameterValue {
  /// Returns an overlay that sets parameters: a program's values are processed like those of files.
  static func overlay(
    _ parameters: [String: ParameterValue], fileID: String, line: Int
  ) -> ConfigurationSource {
    var text = "parameters:\n"
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
      text += "  \(quoted(name)): \(value.flow(under: name))\n"
    }
    return .inline(text, fileID: fileID, line: line)
  }

  /// Returns the value in YAML's flow style, which can represent any text.
  private func flow(under name: String) -> String {
    switch self {
    case .null: return "null"
    case .text(let text):
      // A program's password is no literal in a file, but must not be shown either.
      let mark = SecretNames.isSecret(name) ? "!secret " : ""
      return mark + Self.quoted(Self.escapingInterpolation(text))
    case .list(let elements):
      return "[\(elements.map { $0.flow(under: name) }.joined(separator: ", "))]"
    case .map(let entries):
      let pairs = entries.sorted { $0.key < $1.key }.map { key, value in
        "\(Self.quoted(key)): \(value.flow(under: key))"
      }
      return "{ \(pairs.joined(separator: ", ")) }"
    }
  }

  /// Doubles every `$` of a run directly before `(`, so that interpolation restores the text.
  private static func escapingInterpolation(_ text: String) -> String {
    var result = ""
    var dollars = 0
    for scalar in text.unicodeScalars {
      if scalar == "(" { result += String(repeating: "$", count: dollars) }
      dollars = scalar == "$" ? dollars + 1 : 0
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _
      where scalar.value < 0x20 || (scalar.value >= 0x7F && scalar.value < 0xA0)
        || scalar.value == 0x2028 || scalar.value == 0x2029 || scalar.value == 0xFEFF:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
