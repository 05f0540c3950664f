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

  /// The schema as JSON.
  package var text: String { root.rendered() + "\n" }

  /// The YAML tags with the kinds of nodes they mark, in the form that editors expect.
  package static var editorTags: [String] {
    YAMLTag.allCases.flatMap { tag in
      let kinds =
        switch tag {
        case .ref, .optional, .tagged, .inner, .secret, .required, .remove: ["scalar"]
        case .inline: ["mapping"]
        case .append, .prepend: ["sequence", "scalar"]
        case .replace: ["mapping", "sequence", "scalar"]
        }
      return kinds.map { "\(tag.rawValue) \($0)" }
    }
  }

  private var root: SchemaNode {
    .map([
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("title", "Patchbay configuration"),
      ("description", "How the services of a program are wired."),
      ("type", .list(["object", "null"])),
      ("properties", properties(FileField.self)),
      ("patternProperties", .map([("^x-", .flag(true))])),
      ("additionalProperties", .flag(false)),
      ("$defs", .map(definitions)),
    ])
  }

  private var definitions: [(String, SchemaNode)] {
    [
      ("section", object(SectionField.self)),
      ("entry", entry(EntryField.allCases)),
      ("template", entry(EntryField.allCases.filter(\.isForTemplates))),
      ("defaults", object(DefaultsField.self)),
      ("import", `import`),
      ("retry", .any(of: object(RetryField.self), .reference("removed"))),
      ("timeouts", .any(of: object(TimeoutField.self), .reference("removed"))),
      ("tags", tags),
      ("values", values),
      ("names", names(of: .reference("text"))),
      ("text", .types("string", "number", "boolean")),
      ("flag", flag),
      ("integer", integer),
      ("duration", duration),
      ("pause", pause),
      ("interpolated", .pattern(#"\$\("#)),
      (
        "removed",
        .map([
          ("description", "What a YAML tag such as !remove leaves for a schema to see."),
          ("enum", .list([""])),
        ])
      ),
    ] + programDefinitions
  }

  func properties<Field: FieldName>(
    _: Field.Type, _ fields: [Field] = Field.allCases
  ) -> SchemaNode {
    .map(
      fields.map { field in
        let rule = field.rule
        let description = ("description", SchemaNode.text(Self.sentence(rule.summary)))
        return (field.name, .map([description] + members(rule.shape)))
      })
  }

  /// A map with a closed list of fields.
  private func object<Field: FieldName>(
    _: Field.Type, _ fields: [Field] = Field.allCases
  ) -> SchemaNode {
    .map([
      ("type", .list(["object", "null"])),
      ("properties", properties(Field.self, fields)),
      ("additionalProperties", .flag(false)),
    ])
  }

  /// A service or a template; a bare tag such as `!remove` may replace one.
  private func entry(_ fields: [EntryField]) -> SchemaNode {
    let nextToAlias = EntryField.allCases.filter(\.isForAliases)
    return .any(
      of: .reference("removed"),
      .map(
        [
          ("type", .list(["object", "null"])),
          ("properties", properties(EntryField.self, fields)),
          ("additionalProperties", .flag(false)),
          (
            "dependentSchemas",
            .map([
              (
                EntryField.alias.name,
                .map([
                  ("propertyNames", .map([("enum", .list(nextToAlias.map { .text($0.name) }))]))
                ])
              )
            ])
          ),
        ] + typeRule))
  }

  private var `import`: SchemaNode {
    .any(
      of: .types("string"),
      .map([
        ("type", "object"),
        ("properties", properties(ImportField.self)),
        ("additionalProperties", .flag(false)),
        (
          "oneOf",
          .list(
            [ImportField.file, .glob].map { .map([("required", .list([.text($0.name)]))]) })
        ),
      ]))
  }

  private var tags: SchemaNode {
    .any(
      of: .map([("type", "array"), ("items", name(.tag))]),
      .map(
        [("type", .list(["object", "null"]))]
          + (suggestions(.tag).isEmpty ? [] : [("propertyNames", name(.tag))])
          + [
            (
              "additionalProperties",
              .any(
                of: .reference("removed"),
                .map([
                  ("type", .list(["object", "null"])),
                  (
                    "properties",
                    .map([
                      (
                        "priority",
                        .map([
                          ("description", "A higher one comes first in a `!tagged` list."),
                          ("$ref", "#/$defs/integer"),
                        ])
                      )
                    ])
                  ),
                ]))
            )
          ]),
      .reference("removed"))
  }

  func names(of element: SchemaNode) -> SchemaNode {
    .any(
      of: .map([("type", .list(["array", "null"])), ("items", element)]),
      .reference("removed"))
  }

  private var values: SchemaNode {
    .any(of: .types("object", "null"), .reference("removed"))
  }

  private var flag: SchemaNode {
    .any(
      of: .map([("enum", .list([.flag(true), .flag(false), "true", "false"]))]),
      .reference("removed"), .reference("interpolated"))
  }

  private var integer: SchemaNode {
    .any(
      of: .types("integer"), .integerText,
      .reference("removed"), .reference("interpolated"))
  }

  private var duration: SchemaNode {
    .any(
      of: .pattern("^\(Self.durationPattern)$"),
      .reference("removed"), .reference("interpolated"))
  }

  /// One duration, or a range of two.
  private var pause: SchemaNode {
    .any(
      of: .pattern(#"^\#(Self.durationPattern)(\.\.\#(Self.durationPattern))?$"#),
      .reference("removed"), .reference("interpolated"))
  }

  private static let durationPattern = #"[0-9]+(\.[0-9]{1,3})?(ns|us|ms|s|m|h|d)"#

  /// What a field of a shape holds.
  private func members(_ shape: FieldRule.Shape) -> [(String, SchemaNode)] {
    switch shape {
    case .text: [("$ref", "#/$defs/text")]
    case .type: reference(.type)
    case .key: reference(.key)
    case .template: reference(.template)
    case .scope: reference(.scope)
    case .keys: [("$ref", vocabulary == nil ? "#/$defs/names" : "#/$defs/keys")]
    case .contracts: [("$ref", vocabulary == nil ? "#/$defs/names" : "#/$defs/contracts")]
    case .flag: [("$ref", "#/$defs/flag")]
    case .integer: [("$ref", "#/$defs/integer")]
    case .duration: [("$ref", "#/$defs/duration")]
    case .pause: [("$ref", "#/$defs/pause")]
    case .version: [("enum", .list([.number(1), "1"]))]
    case .names: [("$ref", "#/$defs/names")]
    case .values: [("$ref", "#/$defs/values")]
    case .tags: [("$ref", "#/$defs/tags")]
    case .retry: [("$ref", "#/$defs/retry")]
    case .timeouts: [("$ref", "#/$defs/timeouts")]
    case .defaults: [("$ref", "#/$defs/defaults")]
    case .imports: [("type", .list(["array", "null"])), ("items", .reference("import"))]
    case .entries: named("^[A-Za-z0-9_.-]+$", "entry", .key)
    case .templates: named("^[A-Za-z0-9_.-]+$", "template", .template)
    case .environments: named("^[A-Za-z0-9_-]+$", "section", .environment)
    case .parameters:
      [
        ("type", .list(["object", "null"])),
        ("propertyNames", .map([("pattern", #"^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$"#)])),
      ]
    }
  }

  /// A map by names of a kind.
  private func named(
    _ pattern: String, _ value: String, _ kind: NameKind
  ) -> [(String, SchemaNode)] {
    let names = [SchemaNode.map([("pattern", .text(pattern))])]
    let known = suggestions(kind)
    return [
      ("type", .list(["object", "null"])),
      ("propertyNames", known.isEmpty ? names[0] : .map([("anyOf", .list(known + names))])),
      ("additionalProperties", .reference(value)),
    ]
  }

  private static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }
}
