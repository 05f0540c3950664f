import PatchbayCore
import PatchbayDiagnostics

/// The format as a JSON Schema, with which editors complete and check a file while it is written.
///
/// It is produced from the tables of fields that the readers use. A schema sees no YAML tags and no
/// layers, so it lets through whatever a tag or a `$(…)` may make right; `check` reports the rest.
/// With the vocabulary of a program, it also knows the program's types and suggests its names.
package struct FormatSchema {
  /// The names of one program; nil for the format alone.
  let vocabulary: SchemaVocabulary?

  /// Creates the schema of the format, or of one program.
  package init(_ vocabulary: SchemaVocabulary? = nil) { self.vocabulary = vocabulary }

  /// The text of `Config/services.schema.json`.
  package static var text: String { FormatSchema().text }

  /// The title of every such schema.
  package static let title = "Patchbay configuration"

  /// The schema as JSON.
  package var text: String { root.rendered() + "\n" }

  /// The YAML tags with the kinds of nodes they mark, in the form that editors expect.
  package static var editorTags: [String] {
    YAMLTag.allCases.flatMap { tag in
      let kinds =
        switch tag {
        case .ref, .optional, .inner, .secret, .required, .remove: ["scalar"]
        case .tagged: ["scalar", "mapping"]
        case .inline: ["mapping"]
        case .append, .prepend: ["sequence", "scalar"]
        case .replace: ["mapping", "sequence", "scalar"]
        }
      return kinds.map { "\(tag.rawValue) \($0)" }
    }
  }

  private var root: JSON {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": Self.title.json,
      "description": "How the services of a program are wired.",
      "type": ["object", "null"],
      "properties": properties(FileField.self),
      "patternProperties": ["^x-": true],
      "additionalProperties": false,
      "$defs": .joining(definitions, programDefinitions),
    ]
  }

  private var definitions: JSON {
    [
      "section": object(SectionField.self),
      "entry": entry(EntryField.allCases),
      "template": entry(EntryField.allCases.filter(\.isForTemplates)),
      "defaults": object(DefaultsField.self),
      "import": `import`,
      "retry": .any(of: object(RetryField.self), .reference("removed")),
      "timeouts": .any(of: object(TimeoutField.self), .reference("removed")),
      "tags": tags,
      "values": .any(of: .types("object", "null"), .reference("removed")),
      "names": names(of: .reference("text")),
      "text": .types("string", "number", "boolean"),
      "flag": .open(["enum": [true, false, "true", "false"]]),
      "integer": .open(.types("integer"), .integerText),
      "duration": .open(.pattern("^\(Self.durationPattern)$")),
      // One duration, or a range of two.
      "pause": .open(
        .pattern(#"^\#(Self.durationPattern)(\.\.\#(Self.durationPattern))?$"#)),
      "ending": .open(["enum": RunEnding.allCases.map(\.rawValue).json]),
      "interpolated": .pattern(#"\$\("#),
      "removed": [
        "description": "What a YAML tag such as !remove leaves for a schema to see.",
        "enum": [""],
      ],
    ]
  }

  private static let durationPattern = #"[0-9]+(\.[0-9]{1,3})?(ns|us|ms|s|m|h|d)"#

  func properties<Field: FieldName>(
    _: Field.Type, _ fields: [Field] = Field.allCases
  ) -> JSON {
    .object(
      fields.map { field in
        let description = Self.sentence(field.rule.summary).json
        return .init(
          field.name, .joining(["description": description], node(field.rule.shape)))
      })
  }

  /// A map with a closed list of fields.
  private func object<Field: FieldName>(
    _: Field.Type, _ fields: [Field] = Field.allCases
  ) -> JSON {
    [
      "type": ["object", "null"],
      "properties": properties(Field.self, fields),
      "additionalProperties": false,
    ]
  }

  /// A service or a template; a bare tag such as `!remove` may replace one.
  private func entry(_ fields: [EntryField]) -> JSON {
    let nextToAlias = EntryField.allCases.filter(\.isForAliases).map(\.name).json
    let alias: JSON = [
      "dependentSchemas": [EntryField.alias.name: ["propertyNames": ["enum": nextToAlias]]]
    ]
    return .any(
      of: .reference("removed"), .joining(object(EntryField.self, fields), alias, typeRule))
  }

  private var `import`: JSON {
    let names = [ImportField.file, .glob].map(\.name)
    return .any(
      of: .types("string"),
      [
        "type": "object",
        "properties": properties(ImportField.self),
        "additionalProperties": false,
        "oneOf": .array(names.map { ["required": [$0.json]] }),
      ])
  }

  private var tags: JSON {
    let priority = JSON.joining(
      ["description": "A higher one comes first in a `!tagged` list."], .reference("integer"))
    let names: JSON = suggestions(.tag).isEmpty ? [:] : ["propertyNames": name(.tag)]
    let attributes: JSON = [
      "additionalProperties": .any(
        of: .reference("removed"),
        ["type": ["object", "null"], "properties": ["priority": priority]])
    ]
    return .any(
      of: ["type": "array", "items": name(.tag)],
      .joining(["type": ["object", "null"]], names, attributes),
      .reference("removed"))
  }

  func names(of element: JSON) -> JSON {
    .any(of: ["type": ["array", "null"], "items": element], .reference("removed"))
  }

  /// What a field of a shape holds.
  private func node(_ shape: FieldRule.Shape) -> JSON {
    switch shape {
    case .type: name(.type)
    case .key: name(.key)
    case .template: name(.template)
    case .scope: name(.scope)
    case .tag: name(.tag)
    case .keys, .contracts: .reference(vocabulary == nil ? "names" : "\(shape)")
    case .text, .flag, .integer, .duration, .pause, .ending, .names, .values, .tags, .retry,
      .timeouts, .defaults:
      .reference("\(shape)")
    case .limit: .any(of: .reference("duration"), .types("null"))
    case .version: ["enum": [1, "1"]]
    case .imports: ["type": ["array", "null"], "items": .reference("import")]
    case .entries: named("^[A-Za-z0-9_.-]+$", "entry", .key)
    case .templates: named("^[A-Za-z0-9_.-]+$", "template", .template)
    case .environments: named("^[A-Za-z0-9_-]+$", "section", .environment)
    case .parameters:
      [
        "type": ["object", "null"],
        "propertyNames": ["pattern": #"^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$"#],
      ]
    }
  }

  /// A map by names of a kind.
  private func named(_ pattern: String, _ value: String, _ kind: NameKind) -> JSON {
    let others: JSON = ["pattern": pattern.json]
    return [
      "type": ["object", "null"],
      "propertyNames": .any(of: suggestions(kind) + [others]),
      "additionalProperties": .reference(value),
    ]
  }

  private static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }
}

// The names that a program has.
extension FormatSchema {
  /// A kind of name that a program has.
  enum NameKind: String, CaseIterable {
    case type, key, template, scope, contract, tag, environment
  }

  /// The names of a kind that the program is known to have, sorted by their bytes.
  private func known(_ kind: NameKind) -> [String] {
    guard let vocabulary else { return [] }
    let names: Set<String> =
      switch kind {
      case .type: Set(vocabulary.types.map(\.name))
      case .key: vocabulary.keys
      case .template: vocabulary.templates
      case .scope: vocabulary.scopes.union(ScopeName.builtIn)
      case .contract: Set(vocabulary.types.flatMap(\.contracts).map(\.contractName))
      case .tag: vocabulary.tags
      case .environment: vocabulary.environments
      }
    return names.sortedByBytes { $0 }
  }

  /// The reference to the known names of a kind; none if there are no such names.
  func suggestions(_ kind: NameKind) -> [JSON] {
    known(kind).isEmpty ? [] : [.reference("known-\(kind)s")]
  }

  /// A name of a kind.
  func name(_ kind: NameKind) -> JSON {
    .reference(vocabulary == nil ? "text" : "\(kind)-name")
  }

  /// The definitions that only the schema of a program has.
  var programDefinitions: JSON {
    guard vocabulary != nil else { return [:] }
    var names: [JSON.Member] = []
    for kind in NameKind.allCases where kind != .type {
      let known = known(kind)
      if !known.isEmpty { names.append(.init("known-\(kind)s", ["enum": known.json])) }
    }
    // Another layer, an overlay or a program may define any name but that of a type: the known ones
    // are suggested, and no other is refused.
    for kind in [NameKind.key, .scope, .contract, .tag] {
      names.append(.init("\(kind)-name", .any(of: suggestions(kind) + [.reference("text")])))
    }
    let templates = suggestions(.template) + suggestions(.key) + [.reference("text")]
    return .joining(
      .object(names),
      [
        "template-name": .any(of: templates),
        "keys": self.names(of: name(.key)),
        "contracts": self.names(of: name(.contract)),
      ],
      typeDefinitions)
  }
}
