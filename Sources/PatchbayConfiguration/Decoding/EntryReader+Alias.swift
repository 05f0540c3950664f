import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension EntryReader {
  /// Reads the entry of an alias.
  mutating func alias(_ entry: EntryTable.Entry, into set: inout DefinitionSet) {
    evaluator.subject = Evaluator.Subject(owner: .service(entry.key), key: entry.keyNode)
    var target: Located?
    var deprecated: Located?
    var summary: String?
    for member in entry.value.entries {
      let field = member.field(EntryField.self)
      evaluator.subject.field = field?.name ?? ""
      switch field {
      case .alias: target = evaluator.nameField(member.value, "the key of a service")
      case .deprecated: deprecated = evaluator.textField(member.value)
      case .description: summary = evaluator.textField(member.value)?.text
      case nil:
        if reportMisplaced(member, in: entry.value) { continue }
        report(.unknownField(member, EntryField.self, in: entry.value))
      default: report(.nextToAlias(member.key, member.keyPlace, entry.key))
      }
      evaluator.subject.field = ""
    }
    guard let target else {
      set.faultyKeys.insert(entry.key)
      return
    }
    set.aliases.append(
      Alias(
        key: entry.key, provenance: entry.provenance, target: target,
        deprecated: deprecated, summary: summary))
  }
}
