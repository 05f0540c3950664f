import PatchbayConfiguration
import PatchbayDiagnostics

/// The text of a `diff`.
struct DiffReport {
  let comparisons: [DiffComparison]
  /// What the files are compared with, if that is not one of their environments.
  private let old: String?
  /// The folder of the root file, before the paths of places.
  private let folder: String

  init(_ comparisons: [DiffComparison], with old: String?, of invocation: Invocation) {
    (self.comparisons, self.old) = (comparisons, old)
    folder = invocation.source.path.map(PathText.folder) ?? ""
  }

  var differs: Bool { comparisons.contains(where: \.differs) }

  /// What is said of the environments for which it is the same.
  private struct Group {
    var names: [String?]
    let outcome: DiffComparison.Outcome
    let sentence: String
    let rows: [WiringDifference.Row]
    let details: [String]

    var title: String { DiffReport.title(names, shownSentence) }

    /// The sentence, which is about several environments if there are several names.
    var shownSentence: String {
      switch outcome {
      case .isNew where names.count > 1: "new environments"
      case .isGone where names.count > 1: "environments removed"
      default: sentence
      }
    }
  }

  /// Returns what is said of environments: `development, test: 1 value changed`.
  private static func title(_ names: [String?], _ sentence: String) -> String {
    let shown = names.map { DisplayText.line($0 ?? "without an environment") }
    return names == [nil] ? sentence : "\(shown.joined(separator: ", ")): \(sentence)"
  }

  /// The environments that differ, with those of the same changes together.
  private var groups: [Group] {
    var groups: [Group] = []
    for comparison in comparisons where comparison.differs {
      var (rows, details): ([WiringDifference.Row], [String]) = ([], [])
      switch comparison.outcome {
      case .compared(let difference):
        rows = difference.rows { PathText.joined(folder, $0) }
        details = difference.details + difference.notes
      case .notCompared(_, let problems): details = problems.map { "note: \($0)" }
      case .isNew, .isGone: break
      }
      let sentence = comparison.sentence
      if let known = groups.firstIndex(where: {
        $0.sentence == sentence && $0.rows == rows && $0.details == details
      }) {
        groups[known].names.append(comparison.name)
      } else {
        groups.append(
          Group(
            names: [comparison.name], outcome: comparison.outcome, sentence: sentence, rows: rows,
            details: details))
      }
    }
    return groups
  }

  private var heading: String? { old.map { "compared with \(DisplayText.line($0))" } }

  func text(_ presentation: Presentation) -> String {
    let changed = groups.map { group in
      let title = presentation.text(group.title, .heading)
      return ([title] + presentation.lines(group.rows) + group.details).joined(separator: "\n")
    }
    let equal = comparisons.filter { !$0.differs }.map(\.name)
    let unchanged = equal.isEmpty ? nil : Self.title(equal, "no change")
    return ([heading] + changed + [unchanged]).compactMap(\.self).joined(separator: "\n\n")
  }

  var json: String {
    let report: JSON = [
      "format": 1, "with": old.json, "comparisons": .array(comparisons.map(\.json)),
    ]
    return report.lines
  }
}

extension DiffComparison {
  /// What comes first: `1 replaced, 2 values changed · 3 services reached`.
  var sentence: String {
    switch outcome {
    case .compared(let difference): difference.sentence
    case .isNew: "new environment"
    case .isGone: "environment removed"
    case .notCompared(let old, _): "not compared, because \(DisplayText.line(old)) has mistakes"
    }
  }

  fileprivate var json: JSON {
    let details: JSON =
      switch outcome {
      case .compared(let difference): .joining(["outcome": "compared"], difference.json)
      case .isNew: ["outcome": "new"]
      case .isGone: ["outcome": "gone"]
      case .notCompared(_, let problems):
        ["outcome": "not-compared", "problems": problems.json]
      }
    return .joining(["name": name.json], details)
  }
}

extension WiringDifference {
  fileprivate var json: JSON {
    [
      "changes": .array(changes.map(\.json)),
      "reached": .array(
        reached.map { ["key": $0.key.json, "through": $0.through.json] }),
      "reordered": reordered.json,
      "requiredVariables": requiredVariables.json,
      "newVariables": newVariables.json,
      "unusedVariables": unusedVariables.json,
      "comparedByDeclaration": comparedByDeclaration.json,
    ]
  }
}

extension WiringDifference.Change {
  fileprivate var json: JSON {
    func json(_ place: WiringDifference.Place?) -> JSON {
      guard let place else { return .null }
      return ["file": place.file.json, "line": place.line.json, "column": place.column.json]
    }
    return [
      "kind": kind.rawValue.json, "subject": subject.rawValue.json,
      "key": key.json, "field": field.json, "before": before.json,
      "after": after.json, "sensitive": isSensitive.json,
      "place": json(place), "placeBefore": json(placeBefore),
      "readers": readers.json,
    ]
  }
}
