import PatchbayDiagnostics

/// Texts that a person may have meant by one that is not valid.
package enum ScalarCorrection {
  /// Returns the texts to try for a type, each with the advice to write it.
  package static func all(of text: String, for type: Any.Type) -> [(text: String, message: String)]
  {
    if type == Bool.self { return boolean(text).map { [($0, "write `\($0)`")] } ?? [] }
    if type == Duration.self { return duration(text) }
    if type == RetryPause.self { return pause(text) }
    guard let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")) else { return [] }
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
    guard let unit = units.first(where: { $0.value.contains(word) })?.key else { return [] }
    let meant = point + unit
    return [(meant, number.contains(",") ? "write a decimal point" : "write `\(meant)`")]
  }

  /// Corrects each part of a range of durations that needs it.
  private static func pause(_ text: String) -> [(text: String, message: String)] {
    let (first, second) = RetryPause.parts(of: text)
    var advice: String?
    func corrected(_ part: String) -> String? {
      if Duration(configurationText: part) != nil { return part }
      let meant = duration(part).first { Duration(configurationText: $0.text) != nil }
      advice = advice ?? meant?.message
      return meant?.text
    }
    guard let low = corrected(first) else { return [] }
    guard let second else { return advice.map { [(low, $0)] } ?? [] }
    guard let high = corrected(second), let advice else { return [] }
    guard let shortest = Duration(configurationText: low),
      let longest = Duration(configurationText: high), shortest > longest
    else { return [("\(low)..\(high)", advice)] }
    // As seconds, the first pause would be the longest.
    let written = first.allSatisfy(\.isNumber) ? Duration(configurationText: "\(first)ms") : nil
    guard let written, written <= longest else { return [] }
    return [("\(first)ms..\(high)", "write the unit, such as `\(first)ms` for milliseconds")]
  }
}
