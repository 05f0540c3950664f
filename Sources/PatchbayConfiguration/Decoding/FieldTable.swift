import PatchbayDiagnostics
import PatchbayYAML

/// The names that one kind of mapping accepts.
///
/// The tables are the one place that knows the format's fields: the readers look names up in them,
/// messages list them, and the JSON Schema is produced from them.
protocol FieldName: RawRepresentable<Int>, CaseIterable, Sendable where AllCases == [Self] {
  /// What accepts the fields, with its article: `a service entry`.
  static var subject: String { get }
  /// The rules in the order of the cases, which is alphabetical; the raw value is the index.
  static var rules: [FieldRule] { get }
}

/// The rule of the format for one field.
struct FieldRule: Sendable {
  /// The shape of a field's value, as an editor can check it.
  enum Shape: Sendable {
    case text, name, flag, integer, duration, version
    case names, values, tags, imports, timeouts
    case entries, templates, parameters, environments, defaults
  }

  let name: String
  let shape: Shape
  let summary: String
  /// The name as numbers, to compare it with keys in a few instructions.
  let packed: PackedName

  init(_ name: StaticString, _ shape: Shape, _ summary: String) {
    self.name = "\(name)"
    // Every name is a literal of the tables, and the longest has twelve bytes.
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

  /// Packs a text; nil where it is too long.
  init?(_ text: UnsafeRawBufferPointer) {
    guard text.count <= 16 else { return nil }
    count = text.count
    if count >= 8 {
      // The two may overlap: together with the count they still determine all bytes.
      low = text.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
      high = text.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    } else {
      low = text.reduce(0) { $0 << 8 | UInt64($1) }
      high = 0
    }
  }
}

extension FieldName {
  /// The field that a key names, found by its bytes.
  static func named(_ key: YAMLNode) -> Self? {
    named(key.withText { PackedName($0) })
  }

  private static func named(_ packed: PackedName?) -> Self? {
    // No field has a name too long to be packed.
    guard let packed else { return nil }
    let rules = rules
    for index in rules.indices where rules[index].packed == packed { return Self(rawValue: index) }
    return nil
  }

  /// The field of a name, compared by bytes.
  static func named(_ name: String) -> Self? {
    var name = name
    return named(name.withUTF8 { PackedName(UnsafeRawBufferPointer($0)) })
  }

  /// The field that a misspelt key means: the only near one, unless the map has it as well.
  ///
  /// Continuing with it reports the mistake once, without its consequences.
  static func meant(by key: YAMLNode, in mapping: YAMLNode) -> Self? {
    guard named(key) == nil, mapping.count <= FieldLimits.mostNeighbours else { return nil }
    let near = nearMisses(of: key.text, in: names)
    guard near.count == 1, let field = named(near[0]), mapping[near[0]] == nil else { return nil }
    return field
  }

  var name: String { Self.rules[rawValue].name }

  static var names: [String] { rules.map(\.name) }

  /// The fields that hold values by names of the reader's own.
  static var namesOfValues: [String] {
    rules.filter { $0.shape == .values || $0.shape == .parameters || $0.shape == .tags }
      .map(\.name)
  }
}
