import PatchbayDiagnostics

/// The readers of one variable.
struct VariableReaders {
  let name: String
  var uses: [UnknownUse]

  /// Returns the readers of every variable, by their names.
  static func all(_ uses: [UnknownUse]) -> [VariableReaders] {
    var positions: [String: Int] = [:]
    var all: [VariableReaders] = []
    for use in uses {
      guard case .variable(let name) = use.source.kind else { continue }
      if let position = positions[name] {
        all[position].uses.append(use)
      } else {
        positions[name] = all.count
        all.append(VariableReaders(name: name, uses: [use]))
      }
    }
    return all.sortedByBytes(of: \.name)
  }

  /// Texts of which every type that reads numbers, flags or durations accepts at least one.
  private static let samples = ["0", "true", "1s"]

  /// The error of readers that no text satisfies; nil if there may be one.
  var conflict: Diagnostic? {
    // A type with rules of its own may accept anything.
    // What is read only where another variable is unset may never be read.
    let certain = uses.filter { $0.conditions.isEmpty && !$0.reader.isOpaque }
    let whole = certain.filter(\.isWhole).uniqued(by: \.reader.type)
    guard whole.contains(where: { $0.reader.type != TypeName(String.self) }) else { return nil }
    let closed = whole.first { $0.reader.isClosed }
    // Only cases decide whether a text fits a pattern: other types accept texts without number.
    let known = closed == nil ? whole : whole + certain.filter { !$0.isWhole }
    let candidates = Set(closed?.reader.cases ?? Self.samples + whole.flatMap(\.reader.cases))
    if candidates.contains(where: { text in known.allSatisfy { $0.accepts(text) } }) { return nil }
    let differing = known.filter {
      // The text around a part of a secret must not be shown.
      ($0.isWhole || !$0.isSecret) && $0.reader.type != TypeName(String.self)
    }
    .uniqued(by: \.reader.type)
    guard let first = differing.first else { return nil }
    let labels = differing.prefix(4).map {
      Diagnostic.Label($0.source.place, "\($0.subject) must be \($0.reader.expectation)")
    }
    return Diagnostic(
      .variableConflict,
      "no text of the environment variable `\(name)` can be read by everything that reads it",
      at: first.source.place, labels[0].message
    )
    .labels(Array(labels.dropFirst()))
    .fix("use a variable for each")
  }
}
