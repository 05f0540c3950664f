/// One parameter of an initializer as it is written.
package struct ParameterDeclaration {
  /// Why a parameter cannot be given by a configuration.
  enum Obstacle: Equatable {
    case noLabel, isVariadic, isInout, isOpaque, isNotEscaping, isOfCaller
  }

  /// The label as it is written, perhaps in backticks.
  package let label: String
  /// The type as it is written.
  package let type: String
  /// The same, read.
  let written: WrittenType
  /// The expression of the default; nil without one.
  package let defaultValue: String?
  let obstacle: Obstacle?
  /// The index of its first token.
  let start: Int

  /// The name in configurations: the label without backticks.
  package var name: String { label.filter { $0 != "`" } }

  /// The label in a call: a keyword other than `inout` needs no backticks there, and the compiler
  /// warns of them.
  var callLabel: String {
    let isWord =
      name.unicodeScalars.allSatisfy(\.properties.isXIDContinue)
      && name.unicodeScalars.first.map { $0.properties.isXIDStart || $0 == "_" } == true
    return isWord && name != "inout" ? name : label
  }

  /// What says in a part of the default where it is written, such as `#line`; alone, it says where the caller is.
  var placeInDefault: String? {
    guard let value = defaultValue, value.utf8.contains(UInt8(ascii: "#")) else { return nil }
    let places = ["#line", "#column", "#function"]
    let text = SourceText(value)
    guard text.tokens.count > 1 || text.tokens.first?.kind == .literal else { return nil }
    return places.first { place in
      text.tokens.indices.contains { index in
        switch text.tokens[index].kind {
        case .pound: text[index] == place
        // In an interpolation.
        case .literal: text[index].contains("\\") && text[index].contains(place)
        default: false
        }
      }
    }
  }

  /// The default as an argument, of the type that is written: without one, the compiler tries every
  /// type that a literal can have in all defaults together.
  var typedDefault: String? {
    guard var value = defaultValue else { return nil }
    // These are expressions only where nothing surrounds them.
    if ["if", "switch"].contains(value.prefix { $0.isLetter }) { value = "{ \(value) }()" }
    // Nothing else may be in the line of the directive.
    if value.hasSuffix("#endif") { value += "\n" }
    let type = written.ofValue
    return type.isEmpty ? value : "(\(value)) as \(type)"
  }
}

extension SourceText {
  /// Reads the parameters between the parentheses that the token at `open` opens.
  func parameters(_ open: Int) -> [ParameterDeclaration] {
    splitAtCommas(inside(open)).map(parameter)
  }

  private func parameter(_ range: Range<Int>) -> ParameterDeclaration {
    let first = afterAttributes(range.lowerBound, before: range.upperBound)
    let colon = (first..<max(first, range.upperBound)).first { isPunctuation($0, ":") }
    let typeStart = min((colon ?? range.upperBound) + 1, range.upperBound)
    let typeEnd = endOfType(typeStart..<range.upperBound)
    let type = typeStart..<typeEnd
    let label = self[first]
    let written = WrittenType(type, of: self)
    return ParameterDeclaration(
      label: label,
      type: source(type),
      written: written,
      defaultValue: typeEnd < range.upperBound ? source(typeEnd + 1..<range.upperBound) : nil,
      obstacle: label == "_" ? .noLabel : obstacle(ofType: type, written),
      start: range.lowerBound
    )
  }

  private func obstacle(
    ofType type: Range<Int>, _ written: WrittenType
  ) -> ParameterDeclaration.Obstacle? {
    if type.count > 3, type.suffix(3).allSatisfy({ isPunctuation($0, ".") }) { return .isVariadic }
    if self[type.lowerBound] == "inout" { return .isInout }
    if type.contains(where: { isWord($0) && ["some", "each", "repeat"].contains(self[$0]) }) {
      return .isOpaque
    }
    if written.isOfCaller { return .isOfCaller }
    return written.isFunction && !written.isEscaping ? .isNotEscaping : nil
  }

  /// Returns the index of the `=` that ends a parameter's type, or the end of the range.
  private func endOfType(_ range: Range<Int>) -> Int {
    var index = range.lowerBound
    while index < range.upperBound, !isPunctuation(index, "=") { index = after(index) }
    return min(index, range.upperBound)
  }
}
