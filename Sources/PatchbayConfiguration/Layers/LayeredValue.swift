import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// A value as the layers left it: what one layer wrote, or what several together did.
///
/// Most values were written once; they cost a handle and a number. What merging adds lies in a box.
struct LayeredValue: Sendable {
  /// What the winner wrote; it gives the place and the YAML tag.
  var node: YAMLNode
  var layer: Int
  private var box: Box?

  /// A value as one layer wrote it.
  init(_ node: YAMLNode, _ layer: Int) {
    self.node = node
    self.layer = layer
  }

  init(_ node: YAMLNode, _ layer: Int, _ detail: Detail) {
    self.node = node
    self.layer = layer
    self.box = Box(detail)
  }

  private final class Box: Sendable {
    let detail: Detail
    init(_ detail: Detail) { self.detail = detail }
  }

  /// Whether one layer wrote it, without a tag.
  var isPlain: Bool { box == nil && !node.hasTag }

  /// Whether several layers made it, or a mark says what to do with what lies below.
  var isMarked: Bool { box != nil || node.hasTag && node.knownTag?.isMark == true }

  /// What merging made of it; nil for a value as one layer wrote it.
  var merged: Detail? { box?.detail }

  var origin: Origin { Origin(place: node.place, layer: layer) }

  /// Where it was said and what it overrode.
  var provenance: Provenance { Provenance(origin, overridden: merged?.overridden ?? []) }
}

extension LayeredValue {
  /// What several layers made of a value.
  struct Detail: Sendable {
    enum Content: Sendable {
      /// Only marks: nothing was said yet, or what was said is removed.
      case nothing
      /// What the node says.
      case written
      case entries([LayeredEntry])
      /// An error was reported about it.
      case faulty
    }

    var content: Content
    /// What the value replaced, nearest below first.
    var overridden: [Origin] = []
    var floor: Floor?
    /// Additions to a list, low to high, kept until the list itself is known.
    var edits: [ListEdit] = []
    /// The `!append` or `!prepend` of tags, which are merged as a map: what it adds to is not there
    /// yet.
    var unmetAddition: ListEdit?
    /// What layers of the same rank set to something else.
    var rivals: [LayeredValue] = []
    /// Whether it, or a value that it overrode, was marked `!secret`.
    var isSecret = false
  }

  /// A `!remove` or `!replace`: what lies below it does not come through.
  struct Floor: Sendable {
    enum Kind: Sendable { case remove, replace }

    let kind: Kind
    /// Where the mark stands.
    let node: YAMLNode
    /// Whether it took something away; if nothing ever does, the mark is a mistake.
    var hasHit: Bool
  }

  /// An `!append` or `!prepend`.
  struct ListEdit: Sendable {
    let node: YAMLNode
    let layer: Int
    let isFront: Bool
  }
}

/// An entry of a merged map.
struct LayeredEntry: Sendable {
  let key: String
  var keyPlace: SourcePlace
  var keyLayer: Int
  var value: LayeredValue

  init(_ key: YAMLNode, _ value: YAMLNode, layer: Int) {
    self.init(key.text, key.place, layer, LayeredValue(value, layer))
  }

  init(_ key: String, _ keyPlace: SourcePlace, _ keyLayer: Int, _ value: LayeredValue) {
    self.key = key
    self.keyPlace = keyPlace
    self.keyLayer = keyLayer
    self.value = value
  }

  func hasKey(_ other: String) -> Bool { key.utf8.elementsEqual(other.utf8) }
}

extension LayeredValue {
  /// What merging goes by.
  enum Shape {
    case nothing, map, inline, list, scalar, null
    /// A reference to a service or exactly one `$(…)`: it replaces and is replaced by anything.
    case whole
    case required, faulty
  }

  /// The value with its own mark, if it has one, turned into what the mark does.
  var detail: Detail {
    if let merged { return merged }
    switch node.knownTag {
    case .remove:
      return Detail(content: .nothing, floor: Floor(kind: .remove, node: node, hasHit: false))
    case .replace:
      return Detail(content: .written, floor: Floor(kind: .replace, node: node, hasHit: false))
    case .append:
      return Detail(
        content: .nothing, edits: [ListEdit(node: node, layer: layer, isFront: false)])
    case .prepend:
      return Detail(content: .nothing, edits: [ListEdit(node: node, layer: layer, isFront: true)])
    case .secret: return Detail(content: .written, isSecret: true)
    default: return Detail(content: .written)
    }
  }

  var shape: Shape {
    switch merged?.content {
    case .nothing: return .nothing
    case .faulty: return .faulty
    case .entries: return node.knownTag == .inline ? .inline : .map
    case .written, nil: return node.shape
    }
  }

  /// The entries of a map; those that one layer wrote are listed now.
  var entries: [LayeredEntry] {
    if case .entries(let entries) = merged?.content { return entries }
    return node.entries.map { LayeredEntry($0.key, $0.value, layer: layer) }
  }
}

extension YAMLNode {
  var shape: LayeredValue.Shape {
    let tag = knownTag
    switch kind {
    case .mapping: return tag == .inline ? .inline : .map
    case .sequence: return tag == .append || tag == .prepend ? .nothing : .list
    case .scalar:
      switch tag {
      case .ref, .optional, .tagged, .inner, .inline: return .whole
      case .required: return .required
      case .remove, .append, .prepend: return .nothing
      case .secret, .replace, nil:
        if isNothing { return .null }
        if isFromProgram { return parameterOfProgram == nil ? .scalar : .whole }
        return InterpolationTemplate.isWhole(text) ? .whole : .scalar
      }
    }
  }

  /// Whether two nodes say the same, comments and layout aside.
  func saysTheSame(as other: YAMLNode) -> Bool {
    // The parser bounds the depth of both.
    guard kind == other.kind, tag == other.tag, count == other.count else { return false }
    switch kind {
    case .scalar:
      return isNull == other.isNull && text.utf8.elementsEqual(other.text.utf8)
    case .sequence:
      return zip(elements, other.elements).allSatisfy { $0.saysTheSame(as: $1) }
    case .mapping:
      return zip(entries, other.entries).allSatisfy { own, others in
        own.key.text.utf8.elementsEqual(others.key.text.utf8)
          && own.value.saysTheSame(as: others.value)
      }
    }
  }
}
