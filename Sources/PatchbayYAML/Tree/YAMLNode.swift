import PatchbayDiagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A node of a parsed text: its kind, its content, and its place.
///
/// A handle of 16 bytes into the tree, cheap to copy; it retains the tree and its file.
// Usable by inlined code, or else the functions that are inlinable are not inlined into other modules.
@usableFromInline
package struct YAMLNode: Sendable {
  let tree: YAMLTree
  let number: UInt32
  /// The alias record that the node was reached through, as its index + 1; 0 for none.
  let aliasNumber: UInt32

  /// Creates a handle on a record; for an alias, on the record that it refers to.
  @inline(__always)
  init(_ tree: YAMLTree, _ index: Int) {
    self.tree = tree
    if tree.records[index].kind == .alias {
      number = tree.records[index].first
      aliasNumber = UInt32(index + 1)
    } else {
      number = UInt32(index)
      aliasNumber = 0
    }
  }

  init(_ tree: YAMLTree, _ number: UInt32, alias aliasNumber: UInt32) {
    (self.tree, self.number, self.aliasNumber) = (tree, number, aliasNumber)
  }

  var index: Int { Int(number) }
  // Inlined, as a call for each use would take 2 % of a load.
  @inline(__always)
  var record: NodeRecord { tree.records[index] }

  package enum Kind: Sendable, Hashable {
    case scalar, sequence, mapping
  }

  package var kind: Kind {
    switch record.kind {
    case .sequence: .sequence
    case .mapping: .mapping
    // A handle never refers to an alias record: see `init`.
    case .scalar, .alias: .scalar
    }
  }

  /// The YAML tag, resolved: `!ref`, `tag:yaml.org,2002:str`; nil for none and for a bare `!`.
  package var tag: String? {
    let number = Int(record.tag)
    return number == 0 ? nil : tree.tags[number - 1]
  }

  /// Whether a tag was written, except a bare `!`.
  package var hasTag: Bool { record.tag != NameTable.none }

  /// Whether a scalar is text regardless of its content: in quotes, a block, or tagged `!!str` or
  /// `!`.
  package var isQuoted: Bool { record.flags.contains(.isQuoted) }

  /// Whether a scalar is plain, has no tag, and is empty, `~` or `null`.
  package var isNull: Bool {
    isUntaggedScalar && isNothing
  }

  /// Whether a scalar is plain, and is empty, `~` or `null`, whatever its tag.
  package var isNothing: Bool {
    let record = record
    guard record.kind == .scalar, !record.flags.contains(.isQuoted) else { return false }
    return tree.withText(of: record) { NodeRecord.isNothing($0) }
  }

  /// The number of bytes of a scalar's text; 0 for a list or a map.
  package var textCount: Int {
    let record = record
    guard record.kind == .scalar else { return 0 }
    return record.rangeInSource?.count ?? tree.withText(of: record) { $0.count }
  }

  /// The text of a scalar, empty for a list and a map.
  package var text: String { tree.text(of: record) }

  /// Calls a closure with the bytes of a scalar's text, none for a list or a map.
  // Inlined into other modules, which would call a generic function for each text: 1.5 % of a load.
  @inlinable
  package func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var result: Result?
    readText { result = body($0) }
    // The closure was called.
    return result!
  }

  @usableFromInline
  func readText(_ body: (UnsafeRawBufferPointer) -> Void) {
    let record = record
    guard record.kind == .scalar else { return body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    tree.withText(of: record, body)
  }

  /// Whether a key is the name of a credential.
  package var isCredentialName: Bool {
    // The builder has looked at each key, and not at other texts that aliases put in place of one.
    if aliasNumber == 0, !tree.isFromProgram { return record.flags.contains(.isCredential) }
    return withText { SecretNames.isSecret($0) }
  }

  /// Whether it is a scalar without a tag.
  package var isUntaggedScalar: Bool {
    let record = record
    return record.kind == .scalar && record.tag == NameTable.none
  }

  /// Returns the offset of a byte in a scalar's text; nil if the text does not contain it.
  package func offset(ofByte byte: UInt8) -> Int? {
    withText { text in
      guard let start = text.baseAddress, let found = memchr(start, Int32(byte), text.count) else {
        return nil
      }
      return UnsafeRawPointer(found) - start
    }
  }

  /// Compares a scalar's text byte by byte, without making a `String`.
  package func hasText(_ other: StaticString) -> Bool {
    let record = record
    guard record.kind == .scalar else { return false }
    return tree.withText(of: record) { text in
      other.withUTF8Buffer { TextHash.areEqual(UnsafeRawBufferPointer($0), text) }
    }
  }
}

extension NodeRecord {
  /// Whether a scalar with this text is null.
  func isNull(_ text: UnsafeRawBufferPointer) -> Bool {
    tag == NameTable.none && !flags.contains(.isQuoted) && Self.isNothing(text)
  }

  /// Whether a plain text is empty or null.
  static func isNothing(_ text: UnsafeRawBufferPointer) -> Bool {
    switch text.count {
    case 0: return true
    case 1: return text[0] == UInt8(ascii: "~")
    // `null`, `Null`, `NULL`, but not `nULL`: the tail is in one case that the first letter allows.
    case 4:
      let isTailLower = text[1] == 0x75 && text[2] == 0x6C && text[3] == 0x6C
      let isTailUpper = text[1] == 0x55 && text[2] == 0x4C && text[3] == 0x4C
      return (isTailLower && (text[0] == 0x6E || text[0] == 0x4E))
        || (isTailUpper && text[0] == 0x4E)
    default: return false
    }
  }
}
