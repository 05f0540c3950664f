/// Findings about lookalikes that several rules share.
enum LookalikeFindings {
  static let label = "YAML reads this as text"

  static func indentation(_ name: String) -> String { "a line is indented with \(name)" }

  static func message(_ found: LookalikeLine.Found) -> String {
    let name = found.lookalike.name
    return switch found.place {
    case .indentation: indentation(name)
    case .separator: "\(name) is used where YAML needs an ordinary space"
    case .end: "a line ends with \(name)"
    case .colon: "`\(found.lookalike.scalar)` is \(name), and YAML needs `:`"
    }
  }

  static func advice(_ found: [LookalikeLine.Found]) -> String {
    if found.first?.place == .colon { return "write `:`" }
    return found.allSatisfy(\.replacement.isEmpty) ? "remove it" : "write ordinary spaces"
  }

  static func fixIt(_ found: [LookalikeLine.Found]) -> Finding.FixIt {
    .init(
      advice(found),
      edits: found.joinedEdits.map { .init(range: $0.range, replacement: $0.replacement) },
      isCertain: true)
  }
}

extension [LookalikeLine.Found] {
  /// The edits that replace them, one for adjacent ones: edits that touch have no order.
  var joinedEdits: [(range: Range<Int>, replacement: String)] {
    var edits: [(range: Range<Int>, replacement: String)] = []
    for found in self {
      let range = found.lookalike.range
      if let last = edits.last, last.range.upperBound == range.lowerBound {
        edits[edits.count - 1] = (
          last.range.lowerBound..<range.upperBound, last.replacement + found.replacement
        )
      } else {
        edits.append((range, found.replacement))
      }
    }
    return edits
  }
}
