import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// The `defaults:` of a file.
struct Defaults {
  var scope: Located?
  var autowire: Bool?
  var autowireProvenance: Provenance?
  var tags: [TagUse] = []
  /// The fields whose texts are not known.
  var unknownFields: [Definition.UnknownField] = []
}

extension EntryReader {
  /// Reads the `defaults:` of each file.
  mutating func readDefaults() {
    guard !document.defaults.isEmpty else { return }
    for file in document.defaults.keys.inStableOrder(by: <) {
      guard let section = document.defaults[file] else { continue }
      evaluator.subject = Evaluator.Subject(owner: .section("defaults"))
      let written = LayeredValue(section.member.value, section.layer)
      guard evaluator.isMap(written, "a map") else { continue }
      var result = Defaults()
      evaluator.unknownFields = []
      for entry in written.members {
        let field = entry.field(DefaultsField.self)
        evaluator.subject.field = field?.name ?? ""
        switch field {
        case .scope: result.scope = evaluator.textField(entry.value, "the name of a scope")
        case .autowire:
          result.autowire = evaluator.shapeFlagField(entry.value)
          result.autowireProvenance = entry.value.provenance
        case .tags: result.tags = tags(entry.value)
        case nil: report(.unknownField(entry, DefaultsField.self, in: written))
        }
        evaluator.subject.field = ""
      }
      result.unknownFields = evaluator.unknownFields
      defaults[file] = result
    }
  }

  /// Sets the fields that the entry does not have from the `defaults:` of its file.
  mutating func fill(
    _ definition: inout Definition, _ present: PresentFields, from entry: EntryTable.Entry
  ) {
    guard let file = document.stack.layers[definition.provenance.winner.layer].file,
      let defaults = defaults[file]
    else { return }
    if !present.scope, definition.scope == nil, let scope = defaults.scope {
      definition.scope = scope
      keepOrigin(of: .scope, scope.provenance, in: &definition)
    }
    if !present.autowire, let autowire = defaults.autowire {
      definition.autowire = autowire
      definition.addUnknown(defaults.unknownFields.filter { $0.path == ["autowire"] })
      keepOrigin(of: .autowire, defaults.autowireProvenance, in: &definition)
    }
    for tag in defaults.tags
    where !definition.tags.contains(where: { $0.name.text == tag.name.text }) {
      definition.tags.append(tag)
      definition.addUnknown(
        defaults.unknownFields.filter { $0.path.starts(with: ["tags", tag.name.text]) })
    }
  }

  /// For a model, keeps the origin of a field that the entry does not have.
  private func keepOrigin(
    of field: EntryField, _ provenance: Provenance?, in definition: inout Definition
  ) {
    guard evaluator.context.variables.keepsSources, let provenance else { return }
    definition.fieldOrigins.append(.init(name: field.name, provenance: provenance))
  }
}

extension Definition {
  /// Adds fields from `defaults:` whose texts are not known.
  fileprivate mutating func addUnknown(_ fields: [UnknownField]) {
    if !fields.isEmpty { unknownFields += fields }
  }
}
