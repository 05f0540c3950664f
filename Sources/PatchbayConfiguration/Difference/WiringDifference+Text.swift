import PatchbayDiagnostics

extension WiringDifference: CustomStringConvertible {
  /// The sentence, and below it one line for each change:
  ///
  /// ```text
  /// 1 replaced, 1 added, 1 value changed · 5 services reached · 1 variable must be set
  /// ! store       SQLiteLinkStore → PostgresLinkStore    services.production.yaml:12:11
  /// ```
  public var description: String {
    isEmpty ? "no change" : ([sentence] + rows.lines + details).joined(separator: "\n")
  }

  /// How many changes of which kind there are, and what follows from them.
  package var sentence: String {
    let kinds = Change.Kind.allCases.flatMap { kind in
      Dictionary(grouping: changes.filter { $0.kind == kind }, by: \.effect)
        .sorted { $0.key < $1.key }.map { kind.counted($0.value.count, $0.key) }
    }
    var parts = [kinds.filter { !$0.isEmpty }.joined(separator: ", ")].filter { !$0.isEmpty }
    if !reached.isEmpty { parts.append("\(reached.count.counted("service")) reached") }
    if !requiredVariables.isEmpty {
      parts.append("\(requiredVariables.count.counted("variable")) must be set")
    }
    if !reordered.isEmpty || changes.contains(where: { $0.kind == .start }) {
      parts.append("start order changed")
    }
    return parts.joined(separator: " · ")
  }

  /// What is said below the changes: variables, the order of starts, and reached services.
  package var details: [String] {
    let secrets = Set(secretVariables)
    // None is left out: a deployment has to set each of them.
    func line(_ title: String, _ names: [String]) -> [String] {
      if names.isEmpty { return [] }
      let shown = names.map { DisplayText.line($0) + (secrets.contains($0) ? " (secret)" : "") }
      return ["\(title): \(shown.joined(separator: ", "))"]
    }
    let texts = reached.map { "\(DisplayText.line($0.key)) (\(DisplayText.line($0.through)))" }
    return line("must be set", requiredVariables) + line("new, with a default", newVariables)
      + line("no longer read", unusedVariables) + line("start after others than before", reordered)
      + (texts.isEmpty ? [] : ["reached: \(texts.joined(separator: ", "))"])
  }

  /// What was not compared, or not wholly.
  package var notes: [String] {
    var notes: [String] = []
    if !comparedByDeclaration.isEmpty {
      let rest = comparedByDeclaration.count - 3
      let shown = comparedByDeclaration.prefix(rest > 1 ? 3 : 4).map { DisplayText.line($0) }
      let keys = shown.joined(separator: ", ") + (rest > 1 ? " and \(rest) more" : "")
      notes.append("note: compared by declaration only, as the program builds them: \(keys)")
    }
    return notes
  }

  /// The rows of the changes.
  package var rows: [Row] { rows { $0 } }

  /// Returns the rows of the changes, with places whose files have other paths.
  package func rows(path: (String) -> String) -> [Row] { changes.map { Row($0, path) } }

  /// One change as a line of text.
  package struct Row: Sendable, Equatable {
    package let mark: String
    package let name: String
    package let text: String
    package let place: String

    /// The parts of a line that are shown in styles.
    package enum Cell {
      /// The mark, and the name behind it.
      case name(String)
      case place
    }

    fileprivate init(_ change: Change, _ path: (String) -> String) {
      mark = change.kind.mark
      let field = change.field.map { field in
        ["type", "root"].contains(field) ? "" : field.droppingPrefix("arguments.")
      }
      let subject = [.tag, .file].contains(change.subject) ? change.subject.rawValue : ""
      name = DisplayText.line(
        [subject, change.key, field ?? ""].filter { !$0.isEmpty }.joined(separator: " "), limit: 60)
      text = change.text
      let isOld = change.kind == .removed && change.after == nil
      let place = change.place.map { (isOld ? "was " : "") + $0.text(path) } ?? ""
      let before = change.placeBefore.map { " (was \($0.text(path)))" } ?? ""
      self.place = DisplayText.line(place + before)
    }
  }
}

extension WiringDifference.Place {
  /// Returns the place with another path of the file.
  fileprivate func text(_ path: (String) -> String) -> String {
    // A line of Swift source has no column, and no path.
    let file = column == nil ? file : path(file)
    return ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
  }
}

extension [WiringDifference.Row] {
  /// The rows as lines with columns.
  package var lines: [String] { lines(shown: { text, _ in text }) }

  /// Returns the rows as lines with columns, each of whose cells is shown as a closure returns it.
  package func lines(shown: (String, WiringDifference.Row.Cell) -> String) -> [String] {
    let (names, texts) = (
      map(\.name.count).max() ?? 0, map { Swift.min($0.text.count, 44) }.max() ?? 0
    )
    func padding(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: Swift.max(0, width - text.count) + 2)
    }
    return map { row in
      let name = shown("\(row.mark) \(row.name)", .name(row.mark)) + padding(row.name, names)
      let place =
        row.place.isEmpty ? "" : padding(row.text, texts) + shown(row.place, .place)
      return name + row.text + place
    }
  }
}

extension WiringDifference.Change {
  /// The direction of a change, where the sentence counts each apart.
  fileprivate var effect: String { [.secrecy, .root].contains(kind) ? after ?? "" : "" }

  /// What it was and is, on one line.
  fileprivate var text: String {
    let value = Self.shown(after ?? before ?? "")
    switch kind {
    case .added, .removed:
      switch subject {
      case .alias: return "alias of \(value.droppingPrefix("!ref "))"
      case .parameter: return "parameter, \(value)"
      default:
        // One text has the room of two.
        let parts = [before, after].compactMap(\.self).map {
          DisplayText.line($0, limit: 2 * Self.longest)
        }
        return parts.joined(separator: ", ")
      }
    case .renamed: return "renamed from \(Self.shown(before ?? ""))"
    case .secrecy: return after == "secret" ? "now secret" : "no longer secret"
    case .root: return after == "true" ? "now a root" : "no longer a root"
    case .factory: return "another signature in the catalog"
    case .type, .scope, .order, .start, .value:
      let isHidden = before == Self.hidden && after == Self.hidden
      let text =
        isHidden
        ? "\(Self.hidden) changed" : Self.pair(before ?? "not set", after ?? "not set")
      return isRead ? text : "\(text) (nothing reads it)"
    }
  }

  private static func shown(_ text: String) -> String { DisplayText.line(text, limit: longest) }

  private static let longest = 48

  /// Returns both texts; of long ones what differs, with a few characters before.
  private static func pair(_ before: String, _ after: String) -> String {
    guard max(before.count, after.count) > longest else {
      return "\(shown(before)) → \(shown(after))"
    }
    let common = max(0, zip(before, after).prefix { $0 == $1 }.count - 8)
    guard common > 0 else { return "\(shown(before)) → \(shown(after))" }
    return
      "…\(shown(String(before.dropFirst(common)))) → …\(shown(String(after.dropFirst(common))))"
  }
}

extension WiringDifference.Change.Kind {
  /// `-` for what goes, `+` for what comes, `!` for what can break a program, `~` for the rest.
  fileprivate var mark: String {
    switch self {
    case .removed: "-"
    case .added: "+"
    case .renamed, .type, .scope, .secrecy, .order, .start, .root: "!"
    case .value, .factory: "~"
    }
  }

  /// Returns how the sentence counts changes of the kind; empty if it says it otherwise.
  fileprivate func counted(_ count: Int, _ effect: String) -> String {
    switch self {
    case .secrecy: "\(count) \(effect == "secret" ? "now" : "no longer") secret"
    case .removed: "\(count) removed"
    case .renamed: "\(count) renamed"
    case .type: "\(count) replaced"
    case .scope: "\(count.counted("scope")) changed"
    case .order: "\(count.counted("order")) changed"
    case .start: ""
    case .root: "\(count.counted("root")) \(effect == "true" ? "added" : "removed")"
    case .added: "\(count) added"
    case .value: "\(count.counted("value")) changed"
    case .factory: "\(count.counted("signature")) changed"
    }
  }
}

extension String {
  fileprivate func droppingPrefix(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
