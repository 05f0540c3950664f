import PatchbayDiagnostics
import PatchbayYAML

extension Diagnostic {
  /// A key that a map does not accept; the other keys of `map` are searched where they are few.
  static func unknownField<Field: FieldName>(
    _ entry: MapEntry, _: Field.Type, in map: LayeredValue
  ) -> Diagnostic {
    let (key, place) = (entry.key, entry.keyPlace)
    // Of a merged map, the keys that the same layer wrote.
    let others =
      map.memberCount <= FieldLimits.mostNeighbours
      ? map.members.filter { $0.layer == entry.layer }.map(\.key) : nil
    let near = nearMisses(of: key, in: Field.names)
    // A field that is there already, or that another key was meant to be, would be there twice.
    let isFree =
      near.first.flatMap { best in
        others.map { others in
          !others.contains { other in
            other == best
              || (other != key && Field.named(other) == nil
                && !nearMisses(of: other, in: [best]).isEmpty)
          }
        }
      } ?? false
    var fixIts = didYouMean(near, replacing: place.span, insteadOf: isFree ? key : nil)
    if fixIts.isEmpty, Field.self == EntryField.self {
      // Other formats name the type differently, or take the arguments next to it.
      fixIts =
        EntryField.isForeignType(key)
        ? didYouMean(["type"], replacing: place.span)
        : [FixIt("what the factory is given stands under `arguments:`")]
    }
    return Diagnostic(
      .unknownField,
      "\(Field.subject) has no field `\(key)`",
      labels: [Label(place, "unknown field")],
      notes: ["\(Field.subject) accepts: \(Field.names.joined(separator: ", "))"],
      fixIts: fixIts
    )
  }

  /// A node of another kind than the format asks for.
  static func wrongKind(
    _ node: YAMLNode, _ subject: String, mustBe expected: String, found: String? = nil,
    notes: [String] = []
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      .wrongNodeKind,
      "\(subject) must be \(expected), found \(found ?? node.words)",
      labels: [Label(node.wholePlace, "expected \(expected)")],
      notes: notes
    )
    let takesList = expected.hasPrefix("a list")
    if takesList || expected.hasPrefix("a map"), let misread = MisreadText(node, asList: takesList)
    {
      diagnostic.labels = [Label(.span(misread.place), misread.label)]
      diagnostic.fixIts = [misread.fixIt]
    } else if expected.hasPrefix("a list of names"), let list = listOfOne(node) {
      diagnostic.fixIts = [list]
    }
    return diagnostic
  }

  /// Makes a list of a name; nil for any other node.
  private static func listOfOne(_ node: YAMLNode) -> FixIt? {
    guard node.kind == .scalar, !node.hasTag, !node.isNothing, Name.isKey(node.text),
      !node.text.hasPrefix("-")
    else { return nil }
    return FixIt(
      "make it a list of one", edits: [TextEdit(node.span, "[\(node.text)]")], isCertain: true)
  }

  /// A tag that the format does not know.
  static func unknownTag(_ tag: String, of node: YAMLNode) -> Diagnostic {
    let shown = tag.hasPrefix("tag:yaml.org,2002:") ? "!!\(tag.dropFirst(18))" : tag
    let near = nearMisses(of: shown, in: YAMLTag.allCases.map(\.rawValue))
    var diagnostic = Diagnostic(
      .unknownYAMLTag,
      "no YAML tag is named `\(shown)`",
      labels: [Label(node.tagPlace, "unknown YAML tag")],
      notes: ["the YAML tags are: \(YAMLTag.allCases.map(\.rawValue).joined(separator: ", "))"],
      fixIts: didYouMean(near, replacing: node.tagSpan, insteadOf: shown)
    )
    if shown.hasPrefix("!!") {
      diagnostic.fixIts.append(
        FixIt("leave it out: the factory's signature decides the type of a value"))
    }
    return diagnostic
  }

  /// Offers near names; in a closed vocabulary the only near one is certain, where what it stands
  /// instead of is given.
  static func didYouMean(
    _ near: [String], replacing span: SourceSpan?, insteadOf name: String? = nil
  ) -> [FixIt] {
    guard var fixIt = FixIt.didYouMean(anyOf: near, replacing: span) else { return [] }
    fixIt.isCertain = name.map { leaveNoDoubt(near, about: $0) } ?? false
    return [fixIt]
  }
}

extension YAMLNode {
  /// What the node is, for messages; never the text of a secret, and never a long one.
  var words: String {
    if let tag = knownTag, tag != .replace {
      return tag == .secret ? "a secret" : "`\(tag.rawValue)`"
    }
    switch kind {
    case .mapping: return "a map"
    case .sequence: return "a list"
    case .scalar:
      if isNull { return "nothing" }
      let text = text
      if text.isEmpty { return "an empty text" }
      return text.utf8.count <= 64 ? "the text `\(text)`" : "a long text"
    }
  }
}

/// Keeps the time for a file full of mistakes from growing with its square.
enum FieldLimits {
  /// The most keys of a map that are compared with an unknown one.
  static let mostNeighbours = 64
}
