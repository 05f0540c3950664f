import PatchbayDiagnostics

/// Texts that a person may have meant by one that is not valid.
package enum ScalarCorrection {
  /// Returns what is wrong with a text of a variable or a file, which no message shows; nil if only its
  /// words are.
  package static func unshownFact(_ text: String, for type: Any.Type) -> String? {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last else { return "the text is empty" }
    if last == "\r" { return "the text ends with a carriage return" }
    if last == "\n" { return "the text ends with a line break" }
    if last.properties.isWhitespace { return "the text ends with a space" }
    if first.properties.isWhitespace { return "the text begins with a space" }
    if scalars.count > 1, first == last, first == "\"" || first == "'" {
      return "the text has quotes around it, which are a part of it"
    }
    if type is any FixedWidthInteger.Type, let meant = Scalars.readings(ofLeadingZero: text) {
      return meant.octal == nil
        ? "the number has a leading 0, which it must not have"
        : "the number has a leading 0: an octal one begins with `0o`, and a decimal one with another digit"
    }
    return nil
  }

  /// Returns the texts to try for a type, each with the advice to write it.
  package static func all(of text: String, for type: Any.Type) -> [(text: String, message: String)]
  {
    if type == RunEnding.self {
      return nearMisses(of: text, in: RunEnding.allCases.map(\.rawValue)).map {
        ($0, "did you mean `\($0)`?")
      }
    }
    if type == Bool.self { return boolean(text).map { [($0, "write `\($0)`")] } ?? [] }
    if type == Duration.self || type == RetryPause.self { return duration(text) }
    if type is any FixedWidthInteger.Type, let meant = Scalars.readings(ofLeadingZero: text) {
      let octal = meant.octal.map { ($0, "for an octal number, write `\($0)`") }
      return [octal, (meant.decimal, "for a decimal number, write `\(meant.decimal)`")]
        .compactMap(\.self)
    }
    guard let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")) else { return [] }
    if type is any FixedWidthInteger.Type {
      // `16,384`, and not `1,5`
      guard text.utf8.dropLast(3).last == UInt8(ascii: ",") else { return [] }
      return [(text.filter { $0 != "," }, "write it without commas")]
    }
    var point = text
    point.replaceSubrange(comma...comma, with: ".")
    return [(point, "write a decimal point")]
  }

  /// Other formats, and YAML 1.1, have more words.
  private static func boolean(_ text: String) -> String? {
    switch text.lowercased() {
    case "true", "yes", "on", "y", "1": "true"
    case "false", "no", "off", "n", "0": "false"
    default: nil
    }
  }

  /// Returns the one number of `1m30s`, as other formats write a duration.
  private static func sum(of text: String) -> [(text: String, message: String)]? {
    let units = [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)]
    var rest = text[...]
    var (sum, smallest, used) = (0, 0, 0)
    while !rest.isEmpty {
      let number = rest.prefix { $0.isASCII && $0.isNumber }
      let word = rest[number.endIndex...].prefix { $0.isLetter }
      // No more digits than a sum of all units can hold.
      guard number.utf8.count <= 9, let count = Int(number),
        let unit = units[used...].firstIndex(where: { $0.0 == word })
      else { return nil }
      sum += count * units[unit].1
      (smallest, used) = (unit, unit + 1)
      rest = rest[word.endIndex...]
    }
    guard sum > 0 else { return nil }
    let meant = "\(sum / units[smallest].1)\(units[smallest].0)"
    return [(meant, "a duration has one unit: write `\(meant)`")]
  }

  /// Returns the range of `200ms-5s`; empty for any other text.
  private static func range(_ text: String) -> [(text: String, message: String)] {
    let ends = text.split(separator: "-").map { $0.split(separator: " ").joined() }
    guard ends.count == 2 else { return [] }
    let meant = ends.joined(separator: "..")
    return [(meant, "write two dots between them: `\(meant)`")]
  }

  /// A number alone is most often one of seconds, and a unit may be written in full.
  private static func duration(_ text: String) -> [(text: String, message: String)] {
    let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," }
    let point = String(number).replacingScalars { $0 == "," ? "." : nil }
    let word = text[number.endIndex...].drop { $0 == " " }.lowercased()
    if word.isEmpty { return [(point + "s", "write the unit, such as `\(point)s` for seconds")] }
    let units = [
      "ms": ["ms", "msec", "millis", "millisecond", "milliseconds"],
      "s": ["s", "sec", "secs", "second", "seconds"],
      "m": ["m", "min", "mins", "minute", "minutes"],
      "h": ["h", "hr", "hrs", "hour", "hours"], "d": ["d", "day", "days"],
    ]
    guard let unit = units.first(where: { $0.value.contains(word) })?.key else {
      return sum(of: text) ?? range(text)
    }
    let meant = point + unit
    return [(meant, number.contains(",") ? "write a decimal point" : "write `\(meant)`")]
  }
}
