import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// A value that one layer wrote, or that was merged from several layers.
///
/// Most values are from one layer and take a handle and a number. The result of a merge is boxed.
struct LayeredValue: Sendable {
  /// The node of the highest layer, which has the place and the YAML tag.
  var node: YAMLNode
  var layer: Int
  private var box: Box?

  /// Creates a value of one layer.
  init(_ node: YAMLNode, _ layer: Int) {
    self.node = node
    self.layer = layer
  }

  /// Creates a merged value.
  init(_ node: YAMLNode, _ layer: Int, _ detail: Detail) {
    self.node = node
    self.layer = layer
    self.box = Box(detail)
  }

  private final class Box: Sendable {
    let detail: Detail
    init(_ detail: Detail) { self.detail = detail }
  }

  /// Whether it is from one layer and has no tag.
  var isPlain: Bool { box == nil && !node.hasTag }

  /// Whether it was merged, or has a mark that changes how it is merged.
  var isMarked: Bool { box != nil || node.hasTag && node.knownTag?.isMark == true }

  /// The result of the merge; nil for a value of one layer.
  var merged: Detail? { box?.detail }

  var origin: Origin { Origin(place: node.place, layer: layer) }

  /// The place of the value, and the places that it overrode.
  var provenance: Provenance { Provenance(origin, overridden: merged?.overridden ?? []) }
}

extension LayeredValue {
  /// The result of merging a value.
  struct Detail: Sendable {
    enum Content: Sendable {
      /// No value, only marks: no layer set one, or a layer removed it.
      case nothing
      /// The content of the node.
      case written
      case entries([MapEntry])
      /// A value with a reported error.
      case faulty
    }

    var content: Content
    /// The places that the value replaced, highest layer first.
    var overridden: [Origin] = []
    var mask: Mask?
    /// The values with an `!append` or `!prepend`, low to high, which are added once the list is evaluated.
    var additions: [LayeredValue] = []
    /// An `!append` or `!prepend` below which no layer gives a list, if a layer above it gives a value; of
    /// tags, which are merged as a map, in any case.
    var pendingAddition: LayeredValue?
    /// The different values of layers of equal rank.
    var rivals: [LayeredValue] = []
    /// Whether it, or a value that it overrode, was marked `!secret`.
    var isSecret = false

    /// Whether there are only marks.
    var isNothing: Bool { if case .nothing = content { true } else { false } }
  }

  /// A `!remove` or `!replace`, which hides the values of lower layers.
  struct Mask: Sendable {
    /// The node with the mark.
    let node: YAMLNode
    /// Whether it hides a value; a mark that never does is an error.
    var hasEffect = false
  }
}

extension LayeredValue {
  /// The shape of a value, by which the merge rules differ.
  enum Shape {
    case nothing, map, inline, list, scalar, null
    /// A reference to a service, or exactly one `$(…)`: it can replace any value, and any value can
    /// replace it.
    case whole
    case required, faulty
  }

  /// The result of the merge; for a value of one layer, the effect of its mark.
  var detail: Detail {
    if let merged { return merged }
    switch node.knownTag {
    case .remove: return Detail(content: .nothing, mask: Mask(node: node))
    case .replace: return Detail(content: .written, mask: Mask(node: node))
    case .append, .prepend: return Detail(content: .nothing, additions: [self])
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
}

extension YAMLNode {
  var shape: LayeredValue.Shape {
    let tag = knownTag
    switch kind {
    case .mapping: return tag == .inline ? .inline : tag == .tagged ? .whole : .map
    case .sequence: return tag == .append || tag == .prepend ? .nothing : .list
    case .scalar:
      switch tag {
      case .ref, .optional, .tagged, .inner, .inline: return .whole
      case .required: return .required
      case .remove, .append, .prepend: return .nothing
      case .secret, .replace, nil:
        if isNothing { return .null }
        // Only a parameter can be a list or a map: a variable and a file are texts.
        let isParameter = withText { InterpolationTemplate.soleParameter($0) != nil }
        return !isFromProgram && isParameter ? .whole : .scalar
      }
    }
  }

  /// Returns whether two nodes have the same content, regardless of comments and layout.
  func hasSameContent(as other: YAMLNode) -> Bool {
    // The parser bounds the depth of both.
    guard kind == other.kind, tag == other.tag, count == other.count else { return false }
    switch kind {
    case .scalar:
      return isNull == other.isNull && text.utf8.elementsEqual(other.text.utf8)
    case .sequence:
      return zip(elements, other.elements).allSatisfy { $0.hasSameContent(as: $1) }
    case .mapping:
      return zip(entries, other.entries).allSatisfy { own, others in
        own.key.text.utf8.elementsEqual(others.key.text.utf8)
          && own.value.hasSameContent(as: others.value)
      }
    }
  }
}
