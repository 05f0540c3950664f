/// What was read of a type or of an initializer, as lines that can be compared and shown.
struct Reading: Equatable {
  var lines: [String] = []
  var initializers = 0
  var properties = 0

  /// Adds a line of words, without the empty ones.
  mutating func add(_ words: [String]) {
    lines.append(words.filter { !$0.isEmpty }.joined(separator: " "))
  }

  mutating func addType(
    _ keyword: String, _ name: String, isGeneric: Bool, attributes: [String], modifiers: [String]
  ) {
    add(Self.prefix(attributes, modifiers) + [keyword, name, isGeneric ? "generic" : ""])
  }

  mutating func addInitializer(
    attributes: [String], modifiers: [String], isFailable: Bool, isGeneric: Bool, isAsync: Bool,
    canThrow: Bool, isConditional: Bool
  ) {
    initializers += 1
    add(
      Self.prefix(attributes, modifiers) + [
        "init", isFailable ? "failable" : "", isGeneric ? "generic" : "", isAsync ? "async" : "",
        canThrow ? "throws" : "", isConditional ? "in #if" : "",
      ])
  }

  mutating func addParameter(_ label: String, type: String, value: String?, obstacle: String) {
    add(["  ", label, ":", type, value.map { "= \($0)" } ?? "", obstacle])
  }

  mutating func addProperty(
    attributes: [String], modifiers: [String], isVariable: Bool, name: String, isOptional: Bool,
    value: String?, isConditional: Bool
  ) {
    properties += 1
    add(
      Self.prefix(attributes, modifiers) + [
        isVariable ? "var" : "let", name, isOptional ? "optional" : "",
        value.map { "= \($0)" } ?? "", isConditional ? "in #if" : "",
      ])
  }

  private static func prefix(_ attributes: [String], _ modifiers: [String]) -> [String] {
    attributes.map { "@\($0)" } + Set(modifiers).sorted()
  }
}
