/// A type as the declaration of a parameter or property writes it.
struct WrittenType {
  private let source: SourceText
  /// The attributes that the type has everywhere, such as `@Sendable`.
  private let attributes: [Range<Int>]
  /// The tokens after the attributes and the modifiers that only a parameter can have.
  private let core: Range<Int>

  /// Whether it is `@escaping`, which a function has to be to outlive the call.
  let isEscaping: Bool
  /// Whether it is `@autoclosure` or `isolated`.
  let isOfCaller: Bool

  private static let values: Set = [
    "Bool", "Double", "Int", "String", "[Bool]", "[Double]", "[Int]", "[String]",
  ]
  private static let modifiers: Set = ["__owned", "__shared", "borrowing", "consuming", "sending"]

  init(_ text: String) {
    let source = SourceText(text)
    self.init(source.tokens.indices, of: source)
  }

  /// Reads the type in a range of tokens.
  init(_ range: Range<Int>, of source: SourceText) {
    self.source = source
    var start = range.lowerBound
    var (isEscaping, isOfCaller) = (false, false)
    var attributes: [Range<Int>] = []
    while start < range.upperBound {
      let word = source[start]
      if word == "@", ["escaping", "autoclosure"].contains(source[start + 1]) {
        if source[start + 1] == "escaping" { isEscaping = true } else { isOfCaller = true }
        start += 2
      } else if word == "@" {
        let next = source.attribute(start, before: range.upperBound).next
        attributes.append(start..<next)
        start = next
      } else if word == "isolated" {
        isOfCaller = true
        start += 1
      } else if Self.modifiers.contains(word) {
        start += 1
      } else {
        break
      }
    }
    (self.isEscaping, self.isOfCaller) = (isEscaping, isOfCaller)
    self.attributes = attributes
    core = min(start, range.upperBound)..<range.upperBound
  }

  /// The type as it is written, without what only a parameter can have.
  private var text: String {
    (attributes + [core]).map { source.source($0) }.joined(separator: " ")
  }

  /// Whether it is a function, and not an optional one.
  var isFunction: Bool { isFunction(core) }

  /// Whether it is written as an optional, of which a variable is nil at first.
  var isOptional: Bool {
    // In parentheses it is the same type.
    let type = source.insideParentheses(core)
    let last = type.upperBound - 1
    return !type.isEmpty && !isFunction(type)
      && (source.isPunctuation(last, "?") || source.isPunctuation(last, "!"))
  }

  private func isFunction(_ type: Range<Int>) -> Bool {
    var index = type.lowerBound
    while index < type.upperBound {
      if source.isArrow(index) { return true }
      index = source.afterGenericArguments(index, before: type.upperBound) ?? source.after(index)
    }
    return false
  }

  /// The parameter that takes it, if its text alone says so: an existential is never `Decodable`, and
  /// these four types and arrays of them are.
  var form: String? {
    guard !core.isEmpty, attributes.isEmpty else { return nil }
    let text = text
    if Self.values.contains(text) { return "value" }
    if source[core.lowerBound] == "any", !endsWith("?") { return "service" }
    guard source[core.lowerBound + 1] == "any" else { return nil }
    let close = source.after(core.lowerBound) - 1
    if source.isPunctuation(core.lowerBound, "("), endsWith("?"), close == core.upperBound - 2 {
      return "optional"
    }
    let isArray = source.isPunctuation(core.lowerBound, "[") && close == core.upperBound - 1
    return isArray && !text.contains(":") ? "services" : nil
  }

  /// The type of a value, where no parameter is declared: `T?` for `T!`.
  var ofValue: String {
    let text = text
    return !isFunction && endsWith("!") ? "\(text.dropLast())?" : text
  }

  private func endsWith(_ character: Unicode.Scalar) -> Bool {
    !core.isEmpty && source.isPunctuation(core.upperBound - 1, character)
  }
}
