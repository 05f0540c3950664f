import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// The sections that are written next to an environment instead of inside of it.
///
/// They would be environments of these names, and the environment would be empty.
struct MisplacedSections {
  /// The environment that they follow; nil if there is none.
  let environment: (key: YAMLNode, value: YAMLNode)?
  private(set) var sections: [Member] = []

  /// Finds them among the entries of `environments`.
  static func all(in environments: YAMLNode) -> [MisplacedSections] {
    var all: [MisplacedSections] = []
    var environment: (key: YAMLNode, value: YAMLNode)?
    var isRunning = false
    for entry in environments.entries {
      guard SectionField.named(entry.key) != nil else {
        environment = entry
        isRunning = false
        continue
      }
      if !isRunning { all.append(MisplacedSections(environment: environment)) }
      isRunning = true
      all[all.count - 1].sections.append(Member(key: entry.key, value: entry.value))
    }
    return all
  }

  private init(environment: (key: YAMLNode, value: YAMLNode)?) { self.environment = environment }

  /// Returns whether a key is that of one of them.
  func contains(_ key: YAMLNode) -> Bool {
    sections.contains { $0.key.contentSpan == key.contentSpan }
  }

  var diagnostic: Diagnostic {
    let names = sections.map(\.key.text)
    let diagnostic = Diagnostic(
      .unknownField,
      names.count == 1
        ? "the section `\(names[0])` is written as an environment"
        : "the sections \(names.someQuoted()) are written as environments",
      labels: sections.map { .init($0.key.place, "not inside of an environment") })
    guard let environment else {
      return diagnostic.note("an environment has a name, and its sections are indented under it")
    }
    let edits = indenting(under: environment)
    return
      diagnostic
      .label(environment.key.place, "the environment before \(names.count == 1 ? "it" : "them")")
      .fix(
        "indent \(names.count == 1 ? "it" : "them") under `\(environment.key.text)`",
        edits: edits ?? [], isCertain: edits != nil)
  }

  /// Whether nothing but a comment follows a key and its colon in the line: what belongs to it, if
  /// anything, is below.
  private static func isAlone(_ key: YAMLNode) -> Bool {
    let file = key.span.file
    let line = file.lineRange(key.span.start.line)
    let rest = file.bytes[
      key.span.range.upperBound..<max(line.upperBound, key.span.range.upperBound)
    ]
    .prefix { $0 != UInt8(ascii: "#") }
    .filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return Array(rest) == [UInt8(ascii: ":")]
  }

  /// Returns the edits that indent them into the environment before them; nil if it has one of them, or
  /// something is written in its line.
  private func indenting(under environment: (key: YAMLNode, value: YAMLNode)) -> [TextEdit]? {
    let own = Set(sections.map(\.key.text))
    guard let outer = environment.key.indentation, Self.isAlone(environment.key),
      environment.value.isNull || environment.value.kind == .mapping,
      environment.value.entries.allSatisfy({ !own.contains($0.key.text) })
    else { return nil }
    var inner = outer + 2
    if let first = environment.value.entries.first(where: { _ in true }) {
      guard let spaces = first.key.indentation else { return nil }
      inner = spaces
    }
    return inner > outer ? sections.indented(by: inner - outer) : nil
  }
}
