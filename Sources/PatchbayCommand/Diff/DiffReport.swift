import PatchbayConfiguration
import PatchbayDiagnostics

/// The text of a `diff`.
struct DiffReport {
  let comparisons: [DiffComparison]
  /// What the files are compared with, if that is not one of their environments.
  private let old: String?
  /// The program's name.
  private let tool: String
  /// The folder of the root file, before the paths of places.
  private let folder: String
  /// Returns the path of a file in its repository.
  private let repositoryPath: (String) -> String

  init(_ comparisons: [DiffComparison], with old: String?, of invocation: Invocation) {
    (self.comparisons, self.old) = (comparisons, old)
    tool = invocation.command.name
    folder = invocation.source.path.map(PathText.folder) ?? ""
    repositoryPath = RepositoryPaths(ofGitHub: invocation.variables).path(to:)
  }

  var differs: Bool { comparisons.contains(where: \.differs) }

  func text(_ format: DiffFormat, _ presentation: Presentation) -> String {
    switch format {
    case .text: text(presentation)
    case .json: json
    case .markdown: markdown
    case .github: gitHub
    }
  }

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

  /// Returns what is said of environments, with their names as code.
  private static func markdownTitle(_ names: [String?], _ sentence: String) -> String {
    let shown = names.prefix(mostNames).map {
      $0.map(MarkdownText.code) ?? "without an environment"
    }
    let rest = names.count > mostNames ? " and \(names.count - mostNames) more" : ""
    let text = MarkdownText.sentence(sentence)
    return names == [nil] ? text : "\(shown.joined(separator: ", "))\(rest): \(text)"
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

  private func text(_ presentation: Presentation) -> String {
    let changed = groups.map { group in
      let title = presentation.text(group.title, .heading)
      return ([title] + presentation.lines(group.rows) + group.details).joined(separator: "\n")
    }
    let unchanged = unchanged.map { Self.title($0, $1) }
    return ([heading] + changed + [unchanged]).compactMap(\.self).joined(separator: "\n\n")
  }

  /// The environments that do not differ, and the sentence about them; nil if there are none.
  private var unchanged: (names: [String?], sentence: String)? {
    let equal = comparisons.filter { !$0.differs }
    if equal.isEmpty { return nil }
    let comparesSecrets = equal.allSatisfy {
      if case .compared(let difference) = $0.outcome { difference.comparesSecrets } else { true }
    }
    return (
      equal.map(\.name),
      comparesSecrets ? "no change" : "no change, but a model has no secrets to compare"
    )
  }
}

// Formats for other programs.
extension DiffReport {
  private var json: String {
    let report: JSON = [
      "format": 1, "with": old.json, "comparisons": .array(comparisons.map(\.json)),
    ]
    return report.lines
  }

  /// One annotation for each changed line, after the sentence of each environment.
  private var gitHub: String {
    let groups = groups
    let sentences = groups.map { group in
      let isCompared = if case .notCompared = group.outcome { false } else { true }
      return CIReport.gitHubCommand(
        isCompared ? "notice" : "warning", [], title: "wiring",
        ([group.title] + (isCompared ? [] : group.details)).joined(separator: "\n"))
    }
    var lines: [String] = []
    for group in groups {
      guard case .compared(let difference) = group.outcome else { continue }
      let names = group.names.compactMap(\.self).map { DisplayText.line($0) }
      lines += zip(difference.changes, group.rows).map { change, row in
        let isSevere = ["-", "!"].contains(row.mark)
        let title =
          ([change.kind.rawValue] + (names.isEmpty ? [] : ["in"]) + [names.joined(separator: ", ")])
        return CIReport.gitHubCommand(
          isSevere ? "warning" : "notice", properties(of: change),
          title: title.filter { !$0.isEmpty }.joined(separator: " "), "\(row.name) \(row.text)")
      }
    }
    return (sentences + lines).joined(separator: "\n")
  }

  private func properties(of change: WiringDifference.Change) -> [(String, String)] {
    // A line of what is gone is one of the old file, and Swift files are known by their modules.
    guard let place = change.place, let line = place.line, place.column != nil else { return [] }
    let path = repositoryPath(PathText.joined(folder, place.file))
    let file = [("file", DisplayText.line(path))]
    return change.kind == .removed && change.after == nil ? file : file + [("line", "\(line)")]
  }

  /// A comment of a pull request; by its first line, a job finds its own comment and edits it.
  private var markdown: String {
    let name = tool.filter { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    var parts = ["<!-- patchbay-diff \(name) -->", "### Wiring"]
    if let old { parts.append("compared with \(MarkdownText.code(old))") }
    var room = Self.largestComment
    for group in groups { parts.append(Self.markdown(of: group, within: &room)) }
    if let (names, sentence) = unchanged { parts.append(Self.markdownTitle(names, sentence)) }
    return parts.joined(separator: "\n\n")
  }

  /// In bytes: GitHub refuses a comment of more than 65,536 characters.
  private static let largestComment = 60_000
  /// The names of environments in one title.
  private static let mostNames = 12
  /// The rows that are shown without a click.
  private static let mostRows = 20

  /// Returns the sentence of environments, as many of their changes as there is room for, and how many are left out.
  private static func markdown(of group: Group, within room: inout Int) -> String {
    func fits(_ line: String) -> Bool {
      guard line.utf8.count < room else { return false }
      room -= line.utf8.count + 1
      return true
    }
    let title = "**\(markdownTitle(group.names, group.shownSentence))**"
    room -= title.utf8.count
    let rows = group.rows.map { row in
      MarkdownText.row(
        [row.mark, row.name, row.text, row.place].map { $0.isEmpty ? "" : MarkdownText.code($0) })
    }.prefix(while: fits)
    let header = ["| | what | change | place |", "| --- | --- | --- | --- |"]
    var parts = [title]
    if !rows.isEmpty { parts.append((header + rows.prefix(mostRows)).joined(separator: "\n")) }
    if rows.count > mostRows {
      parts.append(
        "<details><summary>\(rows.count - mostRows) more</summary>\n\n"
          + (header + rows.dropFirst(mostRows)).joined(separator: "\n") + "\n\n</details>")
    }
    let omitted = group.rows.count - rows.count
    if omitted > 0 { parts.append("\(omitted) more do not fit into a comment.") }
    return (parts + group.details.map(MarkdownText.code).filter(fits)).joined(separator: "\n\n")
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
      "comparesSecrets": comparesSecrets.json,
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
