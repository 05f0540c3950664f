import PatchbayCore
import PatchbayDiagnostics

// Texts for people: each is safe to print, and none has part of a secret.
extension ExternalRequirements.Variable {
  /// The default without a text that must not be shown.
  var shownFallback: ExternalRequirements.Fallback? {
    if isSecret, let fallback, fallback != .null { return .hidden }
    return fallback
  }

  /// Whether the variable must be set, and its default if that may be shown.
  var defaultText: String {
    let text =
      switch shownFallback {
      case nil: "needed\(exceptionText)"
      case .text(let text): "`\(DisplayText.line(text, limit: 40))`"
      case .null: "null"
      case .hidden: "not shown"
      case .several: "several"
      }
    return shownFallback != nil && keepsEmpty ? "\(text), only if unset" : text
  }

  /// Where it is not needed, after "needed".
  var exceptionText: String {
    let others = neededUnless.map { DisplayText.line($0) }
    return others.isEmpty ? "" : " unless \(others.quoted(joinedBy: "or")) is set"
  }

  /// What the text must be, for each kind of reader.
  var expectations: [String] {
    let found = readers.map { $0.expectation(isSecret: isSecret) }.uniqued
    // Every text fits where any is read.
    let narrow = found.filter { $0 != ExternalRequirements.Reader.anyText }
    return narrow.isEmpty ? Array(found.prefix(1)) : narrow
  }

  /// What the text must be, and whether it is secret.
  var contentText: String {
    (expectations.isEmpty ? [] : [expectations.joined(separator: "; ")])
      .appending(isSecret ? "secret" : nil).joined(separator: ", ")
  }
}

extension ExternalRequirements.Reader {
  static let anyText = "a text"

  /// Whether every text fits.
  var acceptsAnyText: Bool { DisplayText.line(expectation) == Self.anyText }

  /// What the text must be, with the text around it.
  fileprivate func expectation(isSecret: Bool) -> String {
    let own = DisplayText.line(expectation)
    guard let pattern, own != Self.anyText else { return own }
    return isSecret ? "part of a text that is \(own)" : "in `\(DisplayText.line(pattern))`: \(own)"
  }

  /// What reads the variable, and where.
  var text: String { "\(DisplayText.line(subject)) (\(place.displayName))" }
}

extension ExternalRequirements.File {
  /// What reads the file, and where.
  var text: String { "\(DisplayText.line(subject)) (\(place.displayName))" }
}

extension [String] {
  fileprivate func appending(_ text: String?) -> [String] { text.map { self + [$0] } ?? self }
}
