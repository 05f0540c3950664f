import PatchbayDiagnostics
import PatchbayYAML

/// The YAML tags of the format.
enum YAMLTag: String, CaseIterable {
  case ref = "!ref"
  case optional = "!optional"
  case tagged = "!tagged"
  case inline = "!inline"
  case inner = "!inner"
  case secret = "!secret"
  case required = "!required"
  case remove = "!remove"
  case replace = "!replace"
  case append = "!append"
  case prepend = "!prepend"

  /// Returns the tag with a name; the length is compared first.
  static func named(_ text: String) -> YAMLTag? {
    let candidates: (YAMLTag, YAMLTag)
    switch text.utf8.count {
    case 4: candidates = (.ref, .ref)
    case 6: candidates = (.inner, .inner)
    case 7:
      if text == tagged.rawValue { return .tagged }
      if text == append.rawValue { return .append }
      if text == inline.rawValue { return .inline }
      candidates = (.secret, .remove)
    case 8: candidates = (.replace, .prepend)
    case 9: candidates = (.optional, .required)
    default: return nil
    }
    if text == candidates.0.rawValue { return candidates.0 }
    return text == candidates.1.rawValue ? candidates.1 : nil
  }

  /// Whether the tag changes how a value is merged with that of a lower layer.
  var isMark: Bool {
    switch self {
    case .remove, .replace, .append, .prepend: true
    default: false
    }
  }
}

/// The kind of a node's YAML tag.
enum TagKind: Equatable {
  case none
  case known(YAMLTag)
  /// A standard tag that agrees with the node's shape, such as `!!str`.
  case plain
  case unknown(String)
}

extension YAMLNode {
  var tagKind: TagKind {
    guard let tag else { return .none }
    if let known = YAMLTag.named(tag) { return .known(known) }
    switch tag {
    case "tag:yaml.org,2002:str" where kind == .scalar: return .plain
    case "tag:yaml.org,2002:seq" where kind == .sequence: return .plain
    case "tag:yaml.org,2002:map" where kind == .mapping: return .plain
    default: return .unknown(tag)
    }
  }

  /// Whether `!!str` says that the text is meant as it is, so that nothing warns of how it looks.
  var isMeantAsText: Bool { hasTag && tagKind == .plain }

  /// The tag, if it is one of the format.
  var knownTag: YAMLTag? {
    if case .known(let tag) = tagKind { tag } else { nil }
  }
}
