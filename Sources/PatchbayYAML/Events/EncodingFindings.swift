import PatchbayDiagnostics

/// Findings about bytes that are not valid text.
enum EncodingFindings {
  static func finding(for problem: EncodingProblem) -> Finding {
    switch problem {
    case .foreign(let encoding):
      foreign(encoding)
    case .sequence(let range):
      Finding(
        .invalidEncoding, "the file is not encoded in UTF-8", at: range,
        "this byte begins no UTF-8 character",
        fixIts: [.init(message: "save the file as UTF-8")])
    case .character(let value, let range):
      Finding(
        .invalidEncoding, "YAML does not allow the character \(name(value)) in a file", at: range,
        "this character cannot stand here",
        fixIts: [
          .init(
            message:
              "remove it, or write it as an escape between double quotes: \"\(escape(value))\"")
        ])
    }
  }

  /// Returns the finding of another encoding, without a place: shown as UTF-8, the lines would be
  /// unreadable.
  private static func foreign(_ encoding: String) -> Finding {
    var finding = Finding(
      .invalidEncoding, "the file is encoded in \(encoding), expected UTF-8", at: 0..<0,
      fixIts: [.init(message: "save the file as UTF-8")])
    finding.labels = []
    return finding
  }

  private static func name(_ value: UInt32) -> String { "U+\(hex(value, digits: 4))" }

  private static func escape(_ value: UInt32) -> String {
    value < 0x100 ? "\\x\(hex(value, digits: 2))" : "\\u\(hex(value, digits: 4))"
  }

  private static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
