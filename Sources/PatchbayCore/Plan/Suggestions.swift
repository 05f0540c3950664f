import PatchbayDiagnostics

/// Returns the fix-it for a misspelled name: the similar names among the valid ones, if any.
///
/// - Parameters:
///   - name: The name as written.
///   - candidates: The valid names.
///   - place: The place of the name.
///   - isClosed: Whether only the candidates are valid. Configurations define keys and tags
///     themselves, so for these a suggestion is never certain.
///   - hints: The budget of the search; nil for one that a file cannot make large.
/// - Returns: One fix-it, or none if no candidate is similar.
func didYouMean(
  _ name: String,
  _ candidates: some Sequence<String>,
  at place: SourcePlace?,
  isClosed: Bool = false,
  within hints: HintBudget? = nil
) -> [Diagnostic.FixIt] {
  let near = nearMisses(of: name, in: candidates, within: hints)
  guard let best = near.first else { return [] }
  var fixIt = Diagnostic.FixIt.didYouMean(
    best, replacing: place?.span, with: ScalarText.written(best))
  fixIt.message = "did you mean \(quotedList(near, joinedBy: "or"))?"
  fixIt.isCertain = isClosed && leaveNoDoubt(near, about: name)
  return [fixIt]
}

/// Returns the first of many names; a list of thousands helps no reader, least of all in thousands
/// of messages.
package func quotedSome(_ names: [String], joinedBy conjunction: String = "and") -> String {
  let most = 10
  guard names.count > most else { return quotedList(names, joinedBy: conjunction) }
  let some = names.prefix(most - 1).map { "`\($0)`" }.joined(separator: ", ")
  return "\(some), \(conjunction) \(names.count - most + 1) more"
}

/// Writes texts as YAML scalars.
enum ScalarText {
  /// Returns the text as a scalar that reads as this exact text everywhere, in quotes if it needs
  /// them.
  static func written(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "<"), UInt8(ascii: ">"):
        true
      default: byte >= 0x80
      }
    }
    let startsPlain = text.utf8.first.map { !"-<>".utf8.contains($0) } ?? false
    let isNull = ["null", "Null", "NULL"].contains(text)
    if isPlain, startsPlain, !isNull { return text }
    // Single quotes support only one escape; a control character needs double quotes.
    guard text.utf8.allSatisfy({ $0 >= 0x20 }) else { return doubleQuoted(text) }
    return "'" + text.replacing("'", with: "''") + "'"
  }

  private static func doubleQuoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\x" + (digits.utf8.count < 2 ? "0" : "") + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
