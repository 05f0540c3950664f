import PatchbayDiagnostics
import PatchbayYAML

/// The fields that one kind of map accepts.
///
/// These tables alone define the format's fields: the readers look up names in them, messages list
/// them, and the JSON Schema is created from them.
protocol FieldName: RawRepresentable<Int>, CaseIterable, Sendable where AllCases == [Self] {
  /// The kind of map in messages, with an article: `a service entry`.
  static var subject: String { get }
  /// The names in the order of the cases, which is alphabetical; the raw value is the index.
  static var names: FieldNames { get }
  /// What editors show of the field, and what they accept as its value.
  var rule: FieldRule { get }
  /// The names that other formats have for fields, in lower case, without `_` and `-`.
  static var foreignNames: [String: Self] { get }
}

extension FieldName {
  static var foreignNames: [String: Self] { [:] }

  /// Returns the field that another format names so.
  static func named(inOtherFormats key: String) -> Self? {
    guard key.utf8.count <= 32 else { return nil }
    return foreignNames[key.lowercased().filter { $0 != "_" && $0 != "-" }]
  }
}

/// The definition of one field of the format.
struct FieldRule: Sendable {
  /// The shape of a field's value, as an editor can check it.
  enum Shape: Sendable {
    case text, flag, integer, duration, pause, ending, version
    /// A duration, or null for none.
    case limit
    /// A name of the given kind.
    case type, key, template, scope, tag
    case names, keys, contracts, values, tags, imports, retry, timeouts
    case entries, templates, parameters, environments, defaults
  }

  let shape: Shape
  let summary: String

  init(_ shape: Shape, _ summary: String) { (self.shape, self.summary) = (shape, summary) }
}

/// The names of the fields of one kind of map.
///
/// Only texts and numbers: the metadata of an array of anything else costs a program 11,000 instructions at
/// its start.
struct FieldNames: Sendable {
  let texts: [String]
  /// The parts of the names as numbers, which are compared with keys in a few instructions.
  private let lows: [Int]
  private let highs: [Int]

  init(_ names: [String]) {
    texts = names
    // Safe because every name is a literal of the tables, and the longest has twelve bytes.
    lows = names.map { PackedName.of($0)!.low }
    highs = names.map { PackedName.of($0)!.high }
  }

  /// Returns the index of a name.
  func index(of name: PackedName) -> Int? {
    for index in lows.indices where lows[index] == name.low && highs[index] == name.high {
      return index
    }
    return nil
  }
}

/// A text of at most 15 bytes in two numbers.
struct PackedName: Sendable, Equatable {
  fileprivate let low: Int
  /// The further bytes, and the count of all.
  fileprivate let high: Int

  /// Returns the packed form of a text; nil if it is too long.
  static func of(_ text: String) -> PackedName? {
    var text = text
    return text.withUTF8 { PackedName(UnsafeRawBufferPointer($0)) }
  }

  /// Creates the packed form of a text; nil if it is too long.
  init?(_ text: UnsafeRawBufferPointer) {
    let count = text.count
    guard count <= 15 else { return nil }
    if count >= 8 {
      // The two may overlap; together with the count they determine all bytes.
      low = text.loadUnaligned(fromByteOffset: 0, as: Int.self)
      let last = Int(littleEndian: text.loadUnaligned(fromByteOffset: count - 8, as: Int.self))
      // The lowest byte is of the first eight, too.
      high = last & ~0xff | count
    } else if count >= 4 {
      let first = text.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
      let last = text.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
      low = Int(first) << 32 | Int(last)
      high = count
    } else {
      low = text.reduce(0) { $0 << 8 | Int($1) }
      high = count
    }
  }
}

extension FieldName {
  /// Returns the field that a key names, compared by bytes.
  static func named(_ key: YAMLNode) -> Self? {
    named(key.withText { PackedName($0) })
  }

  private static func named(_ packed: PackedName?) -> Self? {
    // A name that is too long to be packed is no field.
    packed.flatMap { names.index(of: $0) }.flatMap { Self(rawValue: $0) }
  }

  /// Returns the field with a name, compared by bytes.
  static func named(_ name: String) -> Self? {
    named(.of(name))
  }

  /// Returns the field that was meant by a misspelled key: the only similar one, or what another format names so,
  /// unless the map has that field, too.
  ///
  /// Reading the key as that field avoids further errors with the same cause.
  static func meant(by key: YAMLNode, in mapping: YAMLNode) -> Self? {
    guard named(key) == nil, mapping.count(upTo: mostNeighbors + 1) <= mostNeighbors else {
      return nil
    }
    let near = nearMisses(of: key.text, in: names.texts)
    let field =
      near.isEmpty ? named(inOtherFormats: key.text) : near.count == 1 ? named(near[0]) : nil
    return field.flatMap { mapping[$0.name] == nil ? $0 : nil }
  }

  var name: String { Self.names.texts[rawValue] }

  /// The names of the fields that are maps with keys of the user.
  static var namesOfValues: [String] {
    allCases.filter { [.values, .parameters, .tags].contains($0.rule.shape) }.map(\.name)
  }

  /// The largest number of keys with which an unknown key is compared, so that a file full of
  /// errors takes linear time.
  static var mostNeighbors: Int { 64 }
}
