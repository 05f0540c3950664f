import PatchbayDiagnostics

/// Findings about an exceeded limit: its name, its value, and how to raise it.
enum LimitFindings {
  /// Returns the finding of a limit by its name in ``YAMLLimits``; it says how the text exceeds it.
  static func exceeded(
    _ name: String,
    _ fact: String,
    limit: Int,
    at range: Range<Int>,
    _ label: String
  ) -> Finding {
    Finding(
      .limitExceeded, fact, at: range, label,
      notes: [LimitWords.note(name, limit)],
      fixIts: [.init(message: LimitWords.advice(name))]
    )
  }

  static func depth(_ limit: Int, at range: Range<Int>) -> Finding {
    exceeded(
      "depth", "lists and maps nest deeper than \(LimitWords.grouped(limit)) levels", limit: limit,
      at: range, "one level too deep")
  }

  static func aliasDepth(_ limit: Int, at range: Range<Int>) -> Finding {
    exceeded(
      "depth", "lists and maps nest deeper than \(LimitWords.grouped(limit)) levels", limit: limit,
      at: range, "what this alias refers to is too deep here")
  }

  static func events(_ limit: Int, at range: Range<Int>) -> Finding {
    exceeded(
      "events", "the file has more than \(LimitWords.grouped(limit)) parser events", limit: limit,
      at: range, "the first beyond the limit")
  }

  static func expansion(_ limit: Int, at range: Range<Int>) -> Finding {
    exceeded(
      "events",
      "with its aliases expanded, the file has more than \(LimitWords.grouped(limit)) parser events",
      limit: limit, at: range, "what this alias refers to goes beyond the limit")
  }

  static func anchors(_ limit: Int, at range: Range<Int>) -> Finding {
    exceeded(
      "anchors", "the file defines more than \(LimitWords.grouped(limit)) anchors", limit: limit,
      at: range, "the first beyond the limit")
  }

  static func aliases(_ limit: Int, at range: Range<Int>) -> Finding {
    exceeded(
      "aliases", "the file uses more than \(LimitWords.grouped(limit)) aliases", limit: limit,
      at: range, "the first beyond the limit")
  }

  static func directiveLines(_ limit: Int, at range: Range<Int>) -> Finding {
    exceeded(
      "directiveLines", "more than \(LimitWords.grouped(limit)) directive lines precede a document",
      limit: limit, at: range, "the first beyond the limit")
  }

  static func keyBytes(_ limit: Int, length: Int?, at range: Range<Int>) -> Finding {
    exceeded(
      "keyBytes", "a key is longer than \(LimitWords.grouped(limit)) bytes", limit: limit,
      at: range,
      length.map { "\(LimitWords.grouped($0)) bytes" } ?? "this key")
  }
}
