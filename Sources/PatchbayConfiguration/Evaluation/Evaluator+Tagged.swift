import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension Evaluator {
  /// Reads `!tagged { tag: handler, key: path }`: the services with a tag, in a dictionary by an attribute of it.
  mutating func taggedByAttribute(_ layered: LayeredValue) -> ServiceUse.Target? {
    let node = layered.node
    let faultsBefore = faults
    var (tag, key): (Located?, Located?)
    for entry in layered.entries {
      guard let field = entry.field(TaggedField.self) else {
        report(.unknownField(entry, TaggedField.self, in: layered))
        continue
      }
      subject.path.append(field.name)
      switch field {
      case .key:
        key = nameField(entry.value, "the name of an attribute")
        if let found = key, !isAttribute(found) { key = nil }
      case .tag: tag = nameField(entry.value, "the name of a tag")
      }
      subject.path.removeLast()
    }
    guard faults == faultsBefore else { return nil }
    guard let tag else {
      return reject(
        Diagnostic(
          .missingField, "a `!tagged` that is a map needs a `tag`", at: node.tagPlace,
          "names no tag"
        )
        .fix("name it next to the attribute: `!tagged { tag: …, key: \(key?.text ?? "…") }`"))
    }
    guard let key else {
      let short = "!tagged \(ScalarText.written(tag.text))"
      return reject(
        Diagnostic(
          .missingField, "a `!tagged` that is a map needs a `key`", at: node.tagPlace,
          "names no attribute"
        )
        .fix(
          "for the keys of the services, write `\(short)`",
          replacing: node.isInBraces ? node.wholePlace : nil, with: short))
    }
    if policy.followsReferences { requestedTags.insert(tag.text) }
    return .tagged(tag, key: key)
  }

  /// Returns whether a key is an attribute of tags, and reports the one that orders the services.
  mutating func isAttribute(_ key: Located) -> Bool {
    guard key.text == EntryField.priority.name else { return true }
    report(
      Diagnostic(
        .wrongNodeKind, "the `key` of `!tagged` is an attribute of the tag other than `priority`",
        at: key.place, "orders the services"
      )
      .fix("give each service an attribute of its own, such as `name`"))
    return false
  }
}
