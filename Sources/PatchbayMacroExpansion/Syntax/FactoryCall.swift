/// A call of `Factory(…)` as it is written, with the function that makes the product.
package struct FactoryCall: Equatable {
  /// What is written for `make:`.
  package enum Make: Equatable {
    /// A reference with labels: `SMTPMailer.init(host:from:)`.
    case function(String, labels: [String])
    /// A reference without labels: `SMTPMailer.init`.
    case unlabelled(String)
    /// A closure, or another expression.
    case other
  }

  /// The line of the call, from 1.
  package let line: Int
  /// The name, as it is in configurations; nil if it is no plain literal.
  package let name: String?
  /// What makes the product.
  package let make: Make
}

/// Counts lines up to offsets that only grow.
private struct LineCounter {
  private var line = 1
  private var position = 0

  mutating func line(of offset: Int, in bytes: [UInt8]) -> Int {
    while position < offset {
      if bytes[position] == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
    return line
  }
}

extension SourceText {
  /// The calls of `Factory` in the text, in order.
  package var factoryCalls: [FactoryCall] {
    var lines = LineCounter()
    return tokens.indices.compactMap { index in
      guard isWord(index), self[index] == "Factory", let open = openingOfCall(index),
        let arguments = factoryArguments(open)
      else { return nil }
      let line = lines.line(of: offset(index), in: bytes)
      return FactoryCall(line: line, name: arguments.name, make: arguments.make)
    }
  }

  /// The lines on which a macro declares a factory: those of `#factory` and of initializers.
  ///
  /// The names that a macro declares are the labels.
  package var linesOfMacros: Set<Int> {
    var lines = LineCounter()
    var found: Set<Int> = []
    for index in tokens.indices {
      let isMacro = tokens[index].kind == .pound && self[index] == "#factory"
      let isDeclaration =
        isWord(index) && ["init", "struct", "class", "actor"].contains(self[index])
      if isMacro || isDeclaration { found.insert(lines.line(of: offset(index), in: bytes)) }
    }
    return found
  }

  /// Returns the parenthesis of a call of a type: `Factory(`, `Factory<Mailer>(` or `Factory.init(`.
  private func openingOfCall(_ type: Int) -> Int? {
    var next = type + 1
    if isPunctuation(next, "<"), let close = pairs.angle(next) { next = close + 1 }
    if isPunctuation(next, "."), self[next + 1] == "init" { next += 2 }
    return isPunctuation(next, "(") ? next : nil
  }

  /// Returns the name and the function of a factory; nil if these are no arguments of one.
  private func factoryArguments(_ open: Int) -> (name: String?, make: FactoryCall.Make)? {
    var parts = splitAtCommas(inside(open))[...]
    guard let first = parts.popFirst(), !first.isEmpty else { return nil }
    let label = self.label(first)
    guard label == nil || label == "async" || label == "main" else { return nil }
    let name = plainText(label == nil ? first : first.lowerBound + 2..<first.upperBound)
    let make = parts.first { self.label($0) == "make" }
      .map { self.make($0.lowerBound + 2..<$0.upperBound) }
    // Without the label, a closure follows the call.
    return (name, make ?? .other)
  }

  /// The label of an argument; nil if it has none, also in `App::Mailer`.
  func label(_ range: Range<Int>) -> String? {
    guard range.count > 1, isWord(range.lowerBound), isPunctuation(range.lowerBound + 1, ":"),
      !isPunctuation(range.lowerBound + 2, ":")
    else { return nil }
    return self[range.lowerBound]
  }

  /// The content of a text literal without escapes and interpolations; nil for other expressions.
  private func plainText(_ range: Range<Int>) -> String? {
    guard range.count == 1 else { return nil }
    let text = self[range.lowerBound]
    guard text.count >= 2, text.first == "\"", text.last == "\"", !text.hasPrefix("\"\"\""),
      !text.contains("\\")
    else { return nil }
    return String(text.dropFirst().dropLast())
  }

  private func make(_ range: Range<Int>) -> FactoryCall.Make {
    var index = range.lowerBound
    while index < range.upperBound,
      isWord(index) || isPunctuation(index, ".") || isPunctuation(index, ":") || isAngle(index)
    {
      index = isAngle(index) ? (pairs.angle(index) ?? index) + 1 : index + 1
    }
    let text = source(range)
    if index == range.upperBound { return isWord(index - 1) ? .unlabelled(text) : .other }
    guard index > range.lowerBound, isPunctuation(index, "("), after(index) == range.upperBound,
      let labels = labels(inside(index))
    else { return .other }
    return .function(text, labels: labels)
  }

  private func isAngle(_ index: Int) -> Bool {
    isPunctuation(index, "<") && pairs.angle(index) != nil
  }

  /// The words of `host:from:`; nil if the tokens are anything else.
  private func labels(_ range: Range<Int>) -> [String]? {
    guard range.count.isMultiple(of: 2) else { return nil }
    var labels: [String] = []
    for index in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
      guard isWord(index), isPunctuation(index + 1, ":") else { return nil }
      let word = self[index]
      labels.append(word.hasPrefix("`") ? String(word.dropFirst().dropLast()) : word)
    }
    return labels
  }
}
