import PatchbayCore
import PatchbayDiagnostics

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
  func suggestions(_ kind: NameKind) -> [SchemaNode] {
    known(kind).isEmpty ? [] : [.reference("known-\(kind)s")]
  }

  /// A name of a kind as the item of a list.
  func name(_ kind: NameKind) -> SchemaNode {
    vocabulary == nil ? .reference("text") : .reference("\(kind)-name")
  }

  /// A name of a kind as the value of a field.
  func reference(_ kind: NameKind) -> [(String, SchemaNode)] {
    [("$ref", .text("#/$defs/" + (vocabulary == nil ? "text" : "\(kind)-name")))]
  }

  /// The definitions that only the schema of a program has.
  var programDefinitions: [(String, SchemaNode)] {
    guard vocabulary != nil else { return [] }
    var result: [(String, SchemaNode)] = []
    for kind in NameKind.allCases where kind != .type {
      let names = known(kind)
      if !names.isEmpty {
        result.append(("known-\(kind)s", .map([("enum", .list(names.map { .text($0) }))])))
      }
    }
    // Another layer, an overlay or a program may define any name but that of a type: the known ones
    // are suggested, and no other is refused.
    for kind in [NameKind.key, .scope, .contract, .tag] {
      result.append(("\(kind)-name", .any(of: suggestions(kind) + [.reference("text")])))
    }
    result.append(
      (
        "template-name",
        .any(of: suggestions(.template) + suggestions(.key) + [.reference("text")])
      ))
    result.append(("keys", names(of: name(.key))))
    result.append(("contracts", names(of: name(.contract))))
    return result + typeDefinitions
  }
}
