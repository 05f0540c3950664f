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

  /// The error of readers that no text satisfies: types of different kinds, such as a number and a
  /// duration; nil if there may be one.
  var conflict: Diagnostic? {
    // What is read only where another variable is unset may never be read.
    let differing = uses.filter {
      $0.isWhole && $0.conditions.isEmpty && $0.reader.kind != nil
    }
    .uniqued(by: \.reader.kind)
    guard differing.count > 1 else { return nil }
    let labels = differing.map {
      Diagnostic.Label($0.source.place, "\($0.subject) must be \($0.reader.expectation)")
    }
    return Diagnostic(
      .variableConflict,
      "no text of the environment variable `\(name)` can be read by everything that reads it",
      labels: labels
    )
    .fix("use a variable for each")
  }
}
