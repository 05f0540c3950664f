import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

// `$NAME` and `$mail.from`, as shells and templates write them.
extension Evaluator {
  /// Warns of a text that is `$name` as a whole, where `name` is a parameter or spelt like a variable,
  /// of `$NAME/…`, and of the name of a parameter with a dot behind a `$` anywhere in a text.
  ///
  /// Any other `$` may be that of a price or a password.
  mutating func warnOfDollar(_ source: TextSource) {
    let bytes = Array(source.text.utf8)
    var index = 0
    while let dollar = bytes[index...].firstIndex(of: UInt8(ascii: "$")) {
      let isFirstSign = dollar == 0 || bytes[dollar - 1] != UInt8(ascii: "$")
      var end = dollar + 1
      while end < bytes.count, Name.isWord(bytes[end]) || bytes[end] == UInt8(ascii: ".") {
        end += 1
      }
      while end > dollar + 1, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
      WorkMeter.count(end - index)
      index = max(end, dollar + 1)
      guard isFirstSign, end > dollar + 1, end - dollar <= 128,
        end == bytes.count || bytes[end] != UInt8(ascii: "(")
      else { continue }
      let name = String(decoding: bytes[dollar + 1..<end], as: UTF8.self)
      let isWhole = dollar == 0 && end == bytes.count
      let isPath = dollar == 0 && end < bytes.count && bytes[end] == UInt8(ascii: "/")
      guard let reference = reference(for: name, isWhole, isPath, source) else { continue }
      let range = dollar..<end
      let place = source.place(of: range)
      // A password in plain text, and the name in its place, may be the same.
      let isHidden = mayBePassword(source)
      let isExact = place.span?.range.count == range.count && !isHidden
      warnOfPlainText(
        "$\(isHidden ? "…" : name)", at: place,
        .init(
          "to interpolate, write `$(\(isHidden ? "…" : reference))`",
          replacing: isExact ? place : nil, with: "$(\(reference))"))
    }
  }

  /// Returns what was meant by a name behind `$`; nil if it may be any text.
  private func reference(
    for name: String, _ isWhole: Bool, _ isPath: Bool, _ source: TextSource
  ) -> String? {
    // A password may be any text; the name of a variable in its place has several words.
    let mayBePassword = mayBePassword(source)
    if parameters[name] != nil, isWhole && !mayBePassword || name.contains(".") { return name }
    guard isWhole || isPath, Self.looksLikeVariable(name), !name.contains(":"),
      name.utf8.count >= 3, name.utf8.first.map({ $0 >= 0x41 && $0 <= 0x5A }) == true,
      !mayBePassword || name.contains("_"), !Self.othersNames.contains(name)
    else { return nil }
    return "env:\(name)"
  }

  /// What brokers and clouds name with a `$`: the topics below `$SYS/`, and the version `$LATEST`.
  private static var othersNames: [String] { ["SYS", "LATEST"] }

  func mayBePassword(_ source: TextSource) -> Bool {
    source.disclosure == .secret || isUnderCredential
  }
}
