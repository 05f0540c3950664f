import PatchbayCore
import PatchbayDiagnostics

extension EnvReport {
  /// Returns a table for people, and how many variables must be set, unless it is to be quiet.
  ///
  /// What reads a variable is below it: sentences in a column would make the table wider than most windows.
  func table(_ presentation: Presentation, isQuiet: Bool) -> String {
    var parts: [String] = []
    if !variables.isEmpty {
      let differs = variables.contains { $0.environments != nil }
      let header = ["variable", "default"] + (differs ? ["in"] : []) + ["type"]
      let rows = variables.map { row in
        let place = differs ? [row.environments?.joined(separator: ", ") ?? "all"] : []
        return TextTable.Row(
          cells: [row.content.name, row.content.defaultText] + place + [row.content.shortType],
          below: (row.content.isShort
            ? [] : [(row.content.expectations.joined(separator: "; "), "")])
            + row.content.readers.map { ($0.subject, "(\($0.place.displayName))") })
      }
      parts.append(TextTable(header, rows).text(presentation))
    }
    if !files.isEmpty {
      let rows = files.map { row in
        TextTable.Row(
          cells: ["`\(row.content.path)`\(row.environmentSuffix)"],
          below: [(row.content.subject, "(\(row.content.place.displayName))")])
      }
      parts.append(TextTable(["needed file"], rows).text(presentation))
    }
    if !isQuiet { parts.append(summary.joined(separator: "\n")) }
    return parts.joined(separator: "\n\n")
  }
}

extension ExternalRequirements.Variable {
  /// The most characters of what the text must be in a column of a table.
  private static let mostCharacters = 20

  /// Whether ``shortType`` says all of what the text must be.
  fileprivate var isShort: Bool {
    expectations.isEmpty || expectations.count == 1 && expectations[0].count <= Self.mostCharacters
  }

  /// What the text must be, without an article: `whole number`; of what takes a sentence the Swift types that
  /// are read.
  fileprivate var shortType: String {
    let types = readers.map(\.type).uniqued
    let name =
      isShort
      ? expectations.first.map { $0.hasPrefix("a ") ? String($0.dropFirst(2)) : $0 }
      : types.joined(separator: ", ")
    return [name, isSecret ? "secret" : nil].compactMap(\.self).joined(separator: ", ")
  }
}
