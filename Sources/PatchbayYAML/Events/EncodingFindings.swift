import PatchbayDiagnostics

extension Finding {
  /// Creates the finding of bytes that are not valid text.
  init(_ problem: EncodingProblem) {
    self =
      switch problem {
      case .foreign(let encoding):
        // Without a place: shown as UTF-8, the lines would be unreadable.
        Finding(.invalidEncoding, "the file is encoded in \(encoding), expected UTF-8")
          .fix("save the file as UTF-8")
      case .sequence(let range):
        Finding(
          .invalidEncoding, "the file is not encoded in UTF-8", at: range,
          "this byte begins no UTF-8 character"
        )
        .fix("save the file as UTF-8")
      case .character(let value, let range):
        Finding(
          .invalidEncoding, "YAML does not allow the character \(Self.name(value)) in a file",
          at: range, "this character cannot stand here"
        )
        .fix(
          "remove it, or write it as an escape between double quotes: \"\(Self.escape(value))\"")
      }
  }

  private static func name(_ value: UInt32) -> String {
    "U+" + value.hexadecimal(digits: 4, uppercase: true)
  }

  private static func escape(_ value: UInt32) -> String {
    (value < 0x100 ? "\\x" : "\\u")
      + value.hexadecimal(digits: value < 0x100 ? 2 : 4, uppercase: true)
  }
}
