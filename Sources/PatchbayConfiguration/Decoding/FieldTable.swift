import PatchbayDiagnostics
import PatchbayYAML

/// The fields that one kind of map accepts.
///
/// These tables alone define the format's fields: the readers look up names in them, messages list
/// them, and the JSON Schema is created from them.
protocol FieldName: RawRepresentable<Int>, CaseIterable, Sendable where AllCases == [Self] {
  /// The kind of map in messages, with an article: `a service entry`.
  static var subject: String { get }
  /// The rules in the order of the cases, which is alphabetical; the raw value is the index.
  static var rules: [FieldRule] { get }
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
    case text, flag, integer, duration, pause, version
    /// A name of the given kind.
    case type, key, template, scope
    case names, keys, contracts, values, tags, imports, retry, timeouts
    case entries, templates, parameters, environments, defaults
  }

  let name: String
  let shape: Shape
  let summary: String
  /// The name as numbers, which are compared with keys in a few instructions.
  let packed: PackedName

  init(_ name: StaticString, _ shape: Shape, _ summary: String) {
    self.name = "\(name)"
    // Safe because every name is a literal of the tables, and the longest has twelve bytes.
    self.packed = name.withUTF8Buffer { PackedName(UnsafeRawBufferPointer($0)) }!
    self.shape = shape
    self.summary = summary
  }
}

/// A text of at most 16 bytes in two numbers.
struct PackedName: Sendable, Equatable {
  private let low: UInt64
  private let high: UInt64
  private let count: Int

  /// Returns the packed form of a text; nil if it is too long.
  static func of(_ text: String) -> PackedName? {
    var text = text
    return text.withUTF8 { PackedName(UnsafeRawBufferPointer($0)) }
  }

  /// Creates the packed form of a text; nil if it is too long.
  init?(_ text: UnsafeRawBufferPointer) {
    guard text.count <= 16 else { return nil }
    count = text.count
    if count >= 8 {
      // The two may overlap; together with the count they determine all bytes.
      low = text.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
      high = text.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    } else if count >= 4 {
      let first = text.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
      let last = text.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
      low = UInt64(first) << 32 | UInt64(last)
      high = 0
    } else {
      low = text.reduce(0) { $0 << 8 | UInt64($1) }
      high = 0
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
    guard let packed else { return nil }
    let rules = rules
    for index in rules.indices where rules[index].packed == packed { return Self(rawValue: index) }
    return nil
  }

  /// Returns the field with a name, compared by bytes.
  static func named(_ name: String) -> Self? {
    named(.of(name))
  }

  /// Returns the field that was meant by a misspelled key: the only similar one, unless the map has
  /// that field, too.
  ///
  /// Reading the key as that field avoids further errors with the same cause.
  static func meant(by key: YAMLNode, in mapping: YAMLNode) -> Self? {
    guard named(key) == nil, mapping.count(upTo: mostNeighbors + 1) <= mostNeighbors else {
      return nil
    }
    let near = nearMisses(of: key.text, in: names)
    guard near.count == 1, let field = named(near[0]), mapping[near[0]] == nil else { return nil }
    return field
  }

  var name: String { Self.rules[rawValue].name }

  static var names: [String] { rules.map(\.name) }

  /// The names of the fields that are maps with keys of the user.
  static var namesOfValues: [String] {
    rules.filter { $0.shape == .values || $0.shape == .parameters || $0.shape == .tags }
      .map(\.name)
  }

  /// The largest number of keys with which an unknown key is compared, so that a file full of
  /// errors takes linear time.
  static var mostNeighbors: Int { 64 }
}
