import PatchbayDiagnostics

extension WiringDifference: CustomStringConvertible {
  /// The sentence, and below it one line for each change:
  ///
  /// ```text
  /// 1 replaced, 1 added, 1 value · 5 services get something else · variables +1 −1
  /// ! store       SQLiteLinkStore → PostgresLinkStore    services.production.yaml:12:11
  /// ```
  public var description: String {
    isEmpty ? "no change" : ([sentence] + rows.lines + details).joined(separator: "\n")
  }

  /// How many changes of which kind there are, and what follows from them.
  package var sentence: String {
    let counts = Dictionary(grouping: changes, by: \.kind).mapValues(\.count)
    let kinds = Change.Kind.allCases.compactMap { kind in counts[kind].flatMap { kind.counted($0) }
    }
    var parts = [kinds.joined(separator: ", ")].filter { !$0.isEmpty }
    if !reached.isEmpty {
      parts.append(
        "\(reached.count.counted("service")) \(reached.count == 1 ? "gets" : "get") something else")
    }
    let variables = [("+", newVariables), ("−", unusedVariables)].filter { !$1.isEmpty }
      .map { "\($0)\($1.count)" }
    if !variables.isEmpty { parts.append("variables \(variables.joined(separator: " "))") }
    if !reordered.isEmpty || counts[.start] != nil { parts.append("start order changed") }
    return parts.joined(separator: " · ")
  }

  /// What is said below the changes: variables, the order of starts, and reached services.
  package var details: [String] {
    var lines: [String] = []
    let secrets = Set(secretVariables)
    func names(_ names: [String]) -> String {
      names.someListed { DisplayText.line($0) + (secrets.contains($0) ? " (secret)" : "") }
    }
    if !newVariables.isEmpty { lines.append("new variables: \(names(newVariables))") }
    if !unusedVariables.isEmpty { lines.append("no longer read: \(names(unusedVariables))") }
    if !reordered.isEmpty {
      lines.append(
        "start after others than before: \(reordered.someListed { DisplayText.line($0) })")
    }
    if !reached.isEmpty {
      let texts = reached.map { "\(DisplayText.line($0.key)) (\(DisplayText.line($0.through)))" }
      lines.append("reached: \(texts.someListed { $0 })")
    }
    return lines
  }

  /// What was not compared, or not wholly.
  package var notes: [String] {
    var notes: [String] = []
    if !comparesSecrets {
      notes.append("note: the texts of secrets are not compared, because no model has them")
    }
    if !comparedByDeclaration.isEmpty {
      let keys = comparedByDeclaration.someListed { DisplayText.line($0) }
      notes.append("note: compared by declaration only, as the program builds them: \(keys)")
    }
    return notes
  }

  /// The rows of the changes.
  package var rows: [Row] { changes.map(Row.init) }

  /// One change as a line of text.
  package struct Row: Sendable {
    package let mark: String
    package let name: String
    package let text: String
    package let place: String

    fileprivate init(_ change: Change) {
      mark = change.kind.mark
      let field =
        change.field.map { field in
          ["type", "root"].contains(field) ? "" : field.droppingPrefix("arguments.")
        } ?? ""
      name = DisplayText.line(
        [change.key, field].filter { !$0.isEmpty }.joined(separator: " "), limit: 60)
      text = change.text
      place = change.place.map { DisplayText.line("\($0)") } ?? ""
    }
  }
}

extension [WiringDifference.Row] {
  /// The rows as lines with columns.
  package var lines: [String] {
    let (names, texts) = (
      map(\.name.count).max() ?? 0, map { Swift.min($0.text.count, 44) }.max() ?? 0
    )
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: Swift.max(0, width - text.count))
    }
    return map { row in
      let line = "\(row.mark) \(padded(row.name, names))  \(row.text)"
      return row.place.isEmpty ? line : padded(line, names + texts + 4) + "  " + row.place
    }
  }
}

extension WiringDifference.Change {
  /// What it was and is, on one line.
  fileprivate var text: String {
    switch kind {
    case .removed:
      [before.map(Self.shown), after.map(Self.shown)].compactMap(\.self).joined(separator: ", ")
    case .renamed: "is the new key of \(Self.shown(before ?? ""))"
    case .added where subject == .alias: "alias of \(Self.shown(after ?? "", in: "!ref "))"
    case .added: isSensitive ? "[secret]" : Self.shown(after ?? "")
    case .secrecy: "another text, which is \(after == nil ? "a" : "no") secret"
    case .root: after == "true" ? "is a root" : "is no root any more"
    case .factory: "another signature in the catalog"
    default:
      isSensitive
        ? "[secret] changed"
        : Self.pair(before ?? "not set", after ?? "not set")
    }
  }

  private static func shown(_ text: String) -> String { DisplayText.line(text, limit: longest) }

  private static func shown(_ text: String, in prefix: String) -> String {
    shown(text.droppingPrefix(prefix))
  }

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
    case .type, .scope, .secrecy, .order, .start, .root: "!"
    case .renamed, .value, .factory: "~"
    }
  }

  /// Returns how the sentence counts changes of the kind; nil if it says it otherwise.
  fileprivate func counted(_ count: Int) -> String? {
    switch self {
    case .removed: "\(count) removed"
    case .renamed: "\(count) renamed"
    case .type: "\(count) replaced"
    case .scope: count.counted("scope")
    case .secrecy: "\(count) made secret or open"
    case .order: count.counted("order")
    case .start: nil
    case .root: count.counted("root")
    case .added: "\(count) added"
    case .value: count.counted("value")
    case .factory: count.counted("signature")
    }
  }
}

extension [String] {
  /// The first of the texts, and how many more there are.
  fileprivate func someListed(_ shown: (String) -> String) -> String {
    let rest = count > 4 ? " and \(count - 3) more" : ""
    return prefix(count > 4 ? 3 : 4).map(shown).joined(separator: ", ") + rest
  }
}

extension String {
  fileprivate func droppingPrefix(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
