import Testing

@testable import PatchbayConfiguration

/// Something that a file can have many of: a field with many elements, or many entries with a field.
///
/// Made from the tables of fields alone: a new field, or a new shape of one, does not compile until it is
/// said here what it can have many of.
struct FormatCollection: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let add: @Sendable (inout GrownFile) -> Void

  init(_ description: String, _ add: @escaping @Sendable (inout GrownFile) -> Void) {
    (testDescription, self.add) = (description, add)
  }

  static let all: [FormatCollection] =
    EntryField.allCases.flatMap { entries(with: $0) + inherited($0) }
    + DefaultsField.allCases.flatMap(defaults)
    + FileField.allCases.flatMap(sections)
    + [FormatCollection("entries without a field") { $0.add(toEntries: "patch") { _ in "" } }]

  /// Many entries that have a field.
  private static func entries(with field: EntryField) -> [FormatCollection] {
    values(of: field).enumerated().map { number, value in
      FormatCollection("entries with `\(field.name)` (\(number))") { file in
        let size = file.size
        file.add(toEntries: field.name) { value($0, size) }
      }
    }
  }

  /// A field of a template, with many elements.
  private static func inherited(_ field: EntryField) -> [FormatCollection] {
    elements(field.rule.shape).enumerated().map { number, value in
      FormatCollection("`\(field.name)` of a template (\(number))") { file in
        file.add(toBase: field.name, value(file))
      }
    }
  }

  private static func defaults(_ field: DefaultsField) -> [FormatCollection] {
    elements(field.rule.shape).enumerated().map { number, value in
      FormatCollection("`\(field.name)` of `defaults` (\(number))") { file in
        file.add(default: field.name, value(file))
      }
    }
  }

  private static func sections(_ field: FileField) -> [FormatCollection] {
    // The entries have tables of their own.
    if field == .services { return [] }
    return elements(field.rule.shape).enumerated().map { number, value in
      FormatCollection("`\(field.name)` (\(number))") { file in
        file.add(section: field.name, value(file))
      }
    }
  }

  /// Returns the values that each of many entries can have.
  private static func values(
    of field: EntryField
  ) -> [@Sendable (_ entry: Int, _ size: Int) -> String] {
    switch field {
    case .after: [{ entry, size in "[e\((entry + 1) % size)]" }]
    case .alias: [{ entry, size in entry + 1 < size ? "e\(entry + 1)" : "s" }]
    case .arguments:
      [
        { _, _ in "{ all: !tagged n0 }" }, { _, _ in "{ all: !tagged { tag: n0, key: a } }" },
        { _, _ in "{ list: $(n0) }" },
        { _, _ in "{ text: \"a$(n0.text)\" }" }, { _, _ in "{ text: !secret $(n0.text) }" },
        { entry, _ in "{ one: !ref e\(entry + 1) }" }, { _, _ in "{ one: !inner }" },
        { entry, _ in "{ one: !inline { type: Plain, arguments: { list: [\(entry)] } } }" },
      ]
    case .autowire: [{ _, _ in "true" }]
    case .decorates: [{ _, _ in "s" }]
    case .deprecated, .description: [{ _, _ in "text" }]
    case .eager: [{ _, _ in "true" }]
    case .enabled: [{ _, _ in "false" }, { _, _ in "$(env:FLAG:-true)" }]
    case .ends: [{ _, _ in "fail" }, { _, _ in "$(env:ENDS:-stop)" }]
    case .extends: [{ _, _ in "base" }, { entry, _ in "e\(entry + 1)" }, { _, _ in "n0" }]
    case .priority: [{ entry, _ in "\(entry)" }]
    case .properties: [{ _, _ in "{ next: !ref s }" }]
    case .provides: [{ _, _ in "[Thing]" }]
    case .retry: [{ _, _ in "{ attempts: 2 }" }]
    case .scope: [{ _, _ in "n0" }, { _, _ in "transient" }]
    case .tags: [{ _, _ in "[n0]" }, { _, _ in "{ n0: !remove }" }]
    case .timeouts: [{ _, _ in "{ start: 1s }" }]
    case .type: [{ _, _ in "Plain" }, { _, _ in "NoType" }]
    }
  }

  /// Returns the values of a shape with many elements, or of many bytes.
  private static func elements(_ shape: FieldRule.Shape) -> [@Sendable (GrownFile) -> String] {
    switch shape {
    case .keys: [{ $0.list { "e\($0)" } }]
    case .names, .contracts: [{ $0.list { "n\($0)" } }]
    case .values:
      [
        { "{ list: \($0.list { "a\($0)" }) }" }, { "{ all: \($0.list { "!ref e\($0)" }) }" },
        { $0.map { "n\($0): a" } }, { "{ names: \($0.map { "n\($0): a" }) }" },
      ]
    case .tags: [{ $0.list { "n\($0)" } }, { $0.map { "n\($0): { a: b }" } }]
    case .text, .key, .type, .scope, .template, .tag:
      [{ String(repeating: "long-text", count: $0.size) }]
    case .flag, .integer, .duration, .limit, .pause, .ending, .version, .retry, .timeouts,
      .defaults:
      []
    case .imports: [{ $0.list { "{ file: n\($0).yaml, optional: true }" } }]
    case .entries: []
    case .templates:
      [
        { file in
          (0..<file.size).map { "  n\($0): { extends: n\($0 + 1) }\n" }.joined()
            + "  n\(file.size): { extends: base }"
        },
        { file in (0..<file.size).map { "  n\($0): { extends: base }\n" }.joined() },
      ]
    case .parameters:
      [
        { "{ n0: \($0.list { "a\($0)" }) }" }, { $0.map { "n\($0): $(n\($0 + 1))" } },
        { $0.map { "n\($0): \"$(n\($0 + 1))$(n0)\"" } },
        { "{ n0: { text: \(String(repeating: "long-text", count: $0.size)) } }" },
        { $0.map { "n\($0): !required needed" } },
        { "{ n0: \($0.map { "n\($0): !required needed" }) }" },
      ]
    case .environments: [{ $0.map { "n\($0): { parameters: { n0: a }, services: { e0: {} } }" } }]
    }
  }
}
