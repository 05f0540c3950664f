package import PatchbayDiagnostics

/// Writes what a program says as a tree, so that it is merged and read like a file.
///
/// Every node has the place in Swift where the program says it. Texts are data: none of them is null
/// or is interpolated.
package struct ProgramTree {
  private var records = NodeRecords()
  private var texts: [UInt8] = []
  /// The tags of the nodes, and the files of the program.
  private var names: [String] = []
  /// As ``YAMLTree`` has them. Only four arrays of numbers and texts, as each type of arrays costs a program
  /// 11,000 instructions at its start, and the copies of a fifth one 70,000.
  private var locations: [Int] = []
  /// The nodes are in no text.
  private static let file = SourceFile(name: "", bytes: [])

  package init() {}

  /// Adds a text.
  package mutating func text(_ text: String, tag: String? = nil, at location: SwiftLocation) {
    scalar(text, tag, location, isQuoted: true)
  }

  /// Adds a null value, or a tag that stands alone.
  package mutating func null(tag: String? = nil, at location: SwiftLocation) {
    scalar("", tag, location, isQuoted: false)
  }

  /// Adds the value of a configuration parameter.
  package mutating func parameter(_ name: String, tag: String? = nil, at location: SwiftLocation) {
    scalar("$(\(name))", tag, location, isQuoted: false)
  }

  /// Adds a list of the values that a closure adds.
  package mutating func list(at location: SwiftLocation, _ elements: (inout Self) -> Void) {
    collection(.sequence, nil, location, elements)
  }

  /// Adds a map of the keys and values that a closure adds in turn.
  package mutating func map(
    tag: String? = nil, at location: SwiftLocation, _ entries: (inout Self) -> Void
  ) {
    collection(.mapping, tag, location, entries)
  }

  /// Calls a closure with the nodes that were added outside of any list or map: keys and values in turn.
  package func forEachEntry(_ body: (_ key: YAMLNode, _ value: YAMLNode) -> Void) {
    let tree = YAMLTree(
      file: Self.file, records: records, copies: texts, tags: names,
      locations: locations)
    var key = 0
    while key < records.end {
      let value = tree.end(of: key)
      body(YAMLNode(tree, key), YAMLNode(tree, value))
      key = tree.end(of: value)
    }
  }

  private mutating func scalar(
    _ text: String, _ tag: String?, _ location: SwiftLocation, isQuoted: Bool
  ) {
    var record = record(.scalar, tag, location)
    record.first = UInt32(texts.append(copy: text.utf8))
    record.flags = .isCopied
    if isQuoted { record.flags.insert(.isQuoted) }
    records.append(record)
  }

  private mutating func collection(
    _ kind: NodeRecord.Kind, _ tag: String?, _ location: SwiftLocation,
    _ content: (inout Self) -> Void
  ) {
    let index = records.end
    records.append(record(kind, tag, location))
    content(&self)
    records.close(index, upperBound: 0)
  }

  private mutating func record(
    _ kind: NodeRecord.Kind, _ tag: String?, _ location: SwiftLocation
  ) -> NodeRecord {
    locations.append(index(of: location.fileID) << 32 | Int(UInt32(clamping: location.line)))
    var record = NodeRecord(kind, from: 0, to: 0)
    record.tag = tag.map { UInt32(index(of: $0) + 1) } ?? NameTable.none
    return record
  }

  private mutating func index(of name: String) -> Int {
    // Among the last: a program has its definitions file by file.
    if let index = names.suffix(16).lastIndex(of: name) { return index }
    names.append(name)
    return names.count - 1
  }
}

extension YAMLNode {
  /// Whether a program says it, and no file.
  package var isFromProgram: Bool { tree.isFromProgram }

  /// The name of the configuration parameter whose value a program uses here; nil for anything else.
  package var parameterOfProgram: String? {
    guard isFromProgram, kind == .scalar, !isQuoted, textCount > 0 else { return nil }
    return String(text.dropFirst(2).dropLast())
  }
}
