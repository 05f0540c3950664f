@testable import PatchbayConfiguration

/// A file made of collections of the format, which have the same size and name each other's elements.
struct GrownFile {
  private struct Field {
    let name: String
    let value: (Int) -> String
  }

  let size: Int
  private var sections: [Field] = []
  /// The fields of `defaults`, of the template `base`, and of each numbered entry.
  private var defaults: [Field] = []
  private var base: [Field] = []
  private var entries: [Field] = []

  init(size: Int) { self.size = size }

  // Of two collections of one field, a file has the first.

  mutating func add(section name: String, _ value: String) {
    Self.add(name, { _ in value }, to: &sections)
  }

  mutating func add(default name: String, _ value: String) {
    Self.add(name, { _ in value }, to: &defaults)
  }

  mutating func add(toBase name: String, _ value: String) {
    Self.add(name, { _ in value }, to: &base)
  }

  mutating func add(toEntries name: String, _ value: @escaping (Int) -> String) {
    Self.add(name, value, to: &entries)
  }

  private static func add(
    _ name: String, _ value: @escaping (Int) -> String, to fields: inout [Field]
  ) {
    let isNew = !fields.contains { $0.name == name }
    if isNew { fields.append(Field(name: name, value: value)) }
  }

  var text: String {
    var (base, entries) = (base, entries)
    Self.add("type", { _ in "Plain" }, to: &base)
    // What makes an entry a definition, or an empty patch of none.
    let isDefinition = entries.contains { ["alias", "extends", "patch", "type"].contains($0.name) }
    if !isDefinition { Self.add("type", { _ in "Plain" }, to: &entries) }
    entries.removeAll { $0.name == "patch" }
    let written = sections.filter { $0.name != "templates" }.map { "\($0.name): \($0.value(0))" }
    let templates = sections.first { $0.name == "templates" }?.value(0) ?? ""
    let lines =
      written + ["defaults: \(Self.map(defaults, 0))"]
      + ["templates:", "  base: \(Self.map(base, 0))", templates]
      + ["services:", "  s: { type: Plain }"]
      + (0..<size).map { "  e\($0): \(Self.map(entries, $0))" }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func map(_ fields: [Field], _ number: Int) -> String {
    "{ \(fields.map { "\($0.name): \($0.value(number))" }.joined(separator: ", ")) }"
  }

  /// Returns a list of numbered elements.
  func list(_ element: (Int) -> String) -> String {
    "[\((0..<size).map(element).joined(separator: ", "))]"
  }

  /// Returns a map of numbered entries.
  func map(_ entry: (Int) -> String) -> String {
    "{ \((0..<size).map(entry).joined(separator: ", ")) }"
  }
}
