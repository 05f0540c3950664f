import PatchbayDiagnostics

/// What is said where a text goes beyond a limit: which one, its value, and how to raise it.
enum LimitFindings {
  /// A limit by its name in ``YAMLLimits``, and what a text that exceeds it does.
  static func exceeded(
    _ name: String,
    _ fact: String,
    limit: Int,
    at range: Range<Int>,
    _ label: String
  ) -> Finding {
    Finding(
      .limitExceeded, fact, at: range, label,
      notes: ["the limit `\(name)` is \(grouped(limit))"],
      fixIts: [.init(message: advice(name))]
    )
  }

  static func advice(_ name: String) -> String {
    "if the file is meant to be like this, raise `\(name)` in the limits of the load settings"
  }

  /// A number with a comma before every third digit from the right.
  static func grouped(_ number: Int) -> String {
    var digits = Array(String(number))
    for place in stride(from: digits.count - 3, to: 0, by: -3) where digits[place - 1].isNumber {
      digits.insert(",", at: place)
    }
    return String(digits)
  }

  static func depth(_ limit: Int, at range: Range<Int>) -> Finding {
    exceeded(
      "depth", "lists and maps nest deeper than \(grouped(limit)) levels", limit: limit,
      at: range, "one level too deep")
  }

  static func aliasDepth(_ limit: Int, at range: Range<Int>) -> Finding {
    exceeded(
      "depth", "lists and maps nest deeper than \(grouped(limit)) levels", limit: limit,
      at: range, "what this alias stands for is too deep here")
  }

  static func events(_ limit: Int, at range: Range<Int>) -> Finding {
    exceeded(
      "events", "the file has more than \(grouped(limit)) parser events", limit: limit,
      at: range, "the first beyond the limit")
  }

  static func expansion(_ limit: Int, at range: Range<Int>) -> Finding {
    exceeded(
      "events", "with its aliases expanded, the file has more than \(grouped(limit)) parser events",
      limit: limit, at: range, "what this alias stands for goes beyond the limit")
  }

  static func anchors(_ limit: Int, at range: Range<Int>) -> Finding {
    exceeded(
      "anchors", "the file defines more than \(grouped(limit)) anchors", limit: limit,
      at: range, "the first beyond the limit")
  }

  static func aliases(_ limit: Int, at range: Range<Int>) -> Finding {
    exceeded(
      "aliases", "the file uses more than \(grouped(limit)) aliases", limit: limit,
      at: range, "the first beyond the limit")
  }

  static func directiveLines(_ limit: Int, at range: Range<Int>) -> Finding {
    exceeded(
      "directiveLines", "more than \(grouped(limit)) directive lines precede a document",
      limit: limit, at: range, "the first beyond the limit")
  }

  static func keyBytes(_ limit: Int, length: Int?, at range: Range<Int>) -> Finding {
    exceeded(
      "keyBytes", "a key is longer than \(grouped(limit)) bytes", limit: limit, at: range,
      length.map { "\(grouped($0)) bytes" } ?? "this key")
  }
}
