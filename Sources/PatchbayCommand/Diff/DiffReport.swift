import PatchbayConfiguration
import PatchbayDiagnostics

/// The text of a `diff`.
struct DiffReport {
  let comparisons: [DiffComparison]
  /// The program's name.
  let tool: String
  /// The folder of the root file, before the paths of places.
  let folder: String
  /// Returns the path of a file in its repository.
  let repositoryPath: (String) -> String

  init(_ comparisons: [DiffComparison], of invocation: Invocation) {
    self.comparisons = comparisons
    tool = invocation.command.name
    folder = PathText.folder(of: (try? invocation.configuration().name) ?? "")
    repositoryPath = RepositoryPaths(ofGitHub: invocation.variables).path(to:)
  }

  var differs: Bool { comparisons.contains(where: \.differs) }

  func text(_ format: DiffFormat) -> String {
    switch format {
    case .text: text
    case .json: json
    case .markdown: markdown
    case .github: gitHub
    }
  }

  /// Those that differ, each with its changes, and one line for all others.
  private var text: String {
    let changed = comparisons.filter(\.differs).map { comparison in
      ([comparison.sentence(named: true)] + comparison.lines).joined(separator: "\n")
    }
    return (changed + [unchanged].compactMap(\.self)).joined(separator: "\n\n")
  }

  private var unchanged: String? {
    let names = comparisons.filter { !$0.differs }.map(\.name)
    if names.isEmpty { return nil }
    let named = names.compactMap(\.self).map { DisplayText.line($0) }
    return named.isEmpty ? "no change" : "\(named.joined(separator: ", ")): no change"
  }

  // MARK: Formats for programs

  private var json: String {
    let elements = comparisons.map(\.json)
    let list =
      elements.isEmpty ? "[]" : "[\n  \(elements.map(\.text).joined(separator: ",\n  "))\n ]"
    return "{\"format\": 1,\n \"comparisons\": \(list)}"
  }

  private var gitHub: String {
    let lines = comparisons.filter(\.differs).flatMap { comparison -> [String] in
      let title = comparison.sentence(named: true)
      guard case .compared(let difference) = comparison.outcome else {
        return [CIReport.gitHubCommand("notice", [], title: "wiring", title)]
      }
      return zip(difference.changes, difference.rows).map { change, row in
        CIReport.gitHubCommand(
          "notice", properties(of: change),
          title: comparison.name.map { "wiring of \($0)" } ?? "wiring",
          "\(row.name) \(row.text)")
      } + [CIReport.gitHubCommand("notice", [], title: "wiring", title)]
    }
    return lines.joined(separator: "\n")
  }

  private func properties(of change: WiringDifference.Change) -> [(String, String)] {
    // A line of what is gone is one of the old file, and Swift files are known by their modules.
    guard change.kind != .removed, let place = change.place, let line = place.line,
      place.column != nil
    else { return [] }
    let path = repositoryPath(PathText.joined(folder, place.file))
    return [("file", DisplayText.line(path)), ("line", "\(line)")]
  }

  // MARK: Markdown

  /// A comment of a pull request; by its first line, a job finds its own comment and edits it.
  private var markdown: String {
    var parts = [
      "<!-- patchbay-diff \(tool.filter { $0.isLetter || $0.isNumber || "-_.".contains($0) }) -->"
    ]
    var isCut = false
    var size = 0
    for comparison in comparisons.filter(\.differs) {
      let part = comparison.markdown
      size += part.utf8.count
      // GitHub refuses a comment of more than 65,536 characters.
      if size > Self.largestComment { isCut = true } else { parts.append(part) }
    }
    if isCut {
      parts.append(
        "The changes of further environments are left out: they are too many for a comment.")
    }
    if let unchanged { parts.append(MarkdownText.code(unchanged)) }
    return parts.joined(separator: "\n\n")
  }

  private static let largestComment = 60_000
}

extension DiffComparison {
  /// `production: 1 replaced`
  func sentence(named: Bool) -> String {
    let sentence =
      switch outcome {
      case .compared(let difference): difference.sentence
      case .isNew: "is a new environment"
      case .isGone: "is no environment any more"
      case .notCompared: "not compared, because the old side has errors"
      }
    guard named, let name else { return sentence }
    return "\(DisplayText.line(name)): \(sentence)"
  }

  fileprivate var lines: [String] {
    switch outcome {
    case .compared(let difference): difference.rows.lines + difference.details + difference.notes
    case .isNew, .isGone: []
    case .notCompared(let problems): problems.map { "note: \($0)" }
    }
  }

  fileprivate var json: JSONText {
    var members: [(String, JSONText)] = [("name", name.map(JSONText.string) ?? .null)]
    switch outcome {
    case .compared(let difference):
      members += [("outcome", .string("compared"))] + difference.jsonMembers
    case .isNew: members.append(("outcome", .string("new")))
    case .isGone: members.append(("outcome", .string("gone")))
    case .notCompared(let problems):
      members += [
        ("outcome", .string("not-compared")), ("problems", .array(problems.map(JSONText.string))),
      ]
    }
    return .object(members)
  }

  fileprivate var markdown: String {
    let heading = "**\(MarkdownText.code(sentence(named: true)))**"
    guard case .compared(let difference) = outcome else {
      return ([heading] + lines.map(MarkdownText.code)).joined(separator: "\n\n")
    }
    let rows = difference.rows.map { row in
      MarkdownText.row(
        [row.mark, row.name, row.text, row.place].map { $0.isEmpty ? "" : MarkdownText.code($0) })
    }
    let header = ["| | what | change | place |", "| --- | --- | --- | --- |"]
    var parts = [heading]
    if !rows.isEmpty { parts.append((header + rows.prefix(20)).joined(separator: "\n")) }
    if rows.count > 20 {
      let rest = rows.dropFirst(20).prefix(200)
      let omitted = rows.count - 20 - rest.count
      parts.append(
        "<details><summary>\(rows.count - 20) more</summary>\n\n"
          + (header + rest).joined(separator: "\n")
          + (omitted > 0 ? "\n\nand \(omitted) more" : "") + "\n\n</details>")
    }
    parts += (difference.details + difference.notes).map { MarkdownText.code($0) }
    return parts.joined(separator: "\n\n")
  }
}

extension WiringDifference {
  fileprivate var jsonMembers: [(String, JSONText)] {
    func texts(_ texts: [String]) -> JSONText { .array(texts.map(JSONText.string)) }
    return [
      ("changes", .array(changes.map(\.json))),
      (
        "reached",
        .array(
          reached.map { .object([("key", .string($0.key)), ("through", .string($0.through))]) })
      ),
      ("reordered", texts(reordered)),
      ("newVariables", texts(newVariables)),
      ("unusedVariables", texts(unusedVariables)),
      ("comparedByDeclaration", texts(comparedByDeclaration)),
      ("comparesSecrets", .bool(comparesSecrets)),
    ]
  }
}

extension WiringDifference.Change {
  fileprivate var json: JSONText {
    func text(_ text: String?) -> JSONText { text.map(JSONText.string) ?? .null }
    return .object([
      ("kind", .string(kind.rawValue)), ("subject", .string(subject.rawValue)),
      ("key", .string(key)), ("field", text(field)), ("before", text(before)),
      ("after", text(after)), ("sensitive", .bool(isSensitive)),
      (
        "place",
        place.map { place in
          .object([
            ("file", .string(place.file)), ("line", place.line.map(JSONText.number) ?? .null),
            ("column", place.column.map(JSONText.number) ?? .null),
          ])
        } ?? .null
      ),
      ("readers", .array(readers.map(JSONText.string))),
    ])
  }
}
