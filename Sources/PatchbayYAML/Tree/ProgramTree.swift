package import PatchbayDiagnostics

/// Writes a section of a program, a key and its value, as a tree, so that it is merged and read like one of a
/// file.
///
/// Every node has the place in Swift where the program says it. Texts are data: none of them is null
/// or is interpolated.
package struct ProgramTree {
  private var records: [NodeRecord] = []
  private var texts: [UInt8] = []
  /// The locations of the nodes.
  private var locations: [SwiftLocation] = []
  /// The nodes are in no text.
  private static let file = SourceFile(name: "", bytes: [])

  package init() {}

  /// Adds a text.
  package mutating func text(_ text: String, at location: SwiftLocation) {
    scalar(text, location, isQuoted: true)
  }

  /// Adds a null value.
  package mutating func null(at location: SwiftLocation) {
    scalar("", location, isQuoted: false)
  }

  /// Adds a list of the values that a closure adds.
  package mutating func list(at location: SwiftLocation, _ elements: (inout Self) -> Void) {
    collection(.sequence, location, elements)
  }

  /// Adds a map of the keys and values that a closure adds in turn.
  package mutating func map(at location: SwiftLocation, _ entries: (inout Self) -> Void) {
    collection(.mapping, location, entries)
  }

  /// The two nodes that were added outside of any list or map.
  package var entry: (key: YAMLNode, value: YAMLNode) {
    let tree = YAMLTree(
      file: Self.file, records: records, copies: texts, tags: [], locations: locations)
    return (YAMLNode(tree, 0), YAMLNode(tree, tree.end(of: 0)))
  }

  private mutating func scalar(_ text: String, _ location: SwiftLocation, isQuoted: Bool) {
    var record = record(.scalar, location)
    record.first = UInt32(texts.append(copy: text.utf8))
    record.flags = .isCopied
    if isQuoted { record.flags.insert(.isQuoted) }
    records.append(record)
  }

  private mutating func collection(
    _ kind: NodeRecord.Kind, _ location: SwiftLocation, _ content: (inout Self) -> Void
  ) {
    let index = records.count
    records.append(record(kind, location))
    content(&self)
    records.close(index, upperBound: 0)
  }

  private mutating func record(_ kind: NodeRecord.Kind, _ location: SwiftLocation) -> NodeRecord {
    locations.append(location)
    return NodeRecord(kind, from: 0, to: 0)
  }
}

extension YAMLNode {
  /// Whether a program says it, and no file.
  package var isFromProgram: Bool { tree.isFromProgram }
}
