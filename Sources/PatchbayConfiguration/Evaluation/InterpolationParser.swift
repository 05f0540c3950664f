import PatchbayDiagnostics

/// Parses the `$(…)` of a text in linear time.
struct InterpolationParser {
  private let bytes: [UInt8]
  private var index = 0
  /// The number of `$(…)` around the current position.
  private var depth = 0
  private let deepest: Int
  /// The offset behind the name of the last reference that is in no other one.
  private(set) var endOfName: Int?

  init(_ text: String, deepest: Int) {
    bytes = Array(text.utf8)
    self.deepest = deepest
  }

  typealias Failure = InterpolationTemplate.Failure

  /// Parses to the end of the text, or inside a `$(…)` to its `)`.
  mutating func parse() throws(Failure) -> InterpolationTemplate {
    let start = index
    var parts: [InterpolationTemplate.Part] = []
    var text: [UInt8] = []
    // The number of open parentheses inside a default, which must be balanced.
    var open = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "$") {
        let count = countDollars()
        guard index < bytes.count, bytes[index] == UInt8(ascii: "(") else {
          text += repeatElement(byte, count: count)
          continue
        }
        text += repeatElement(byte, count: count / 2)
        if count % 2 == 0 {
          // The parenthesis is plain text; inside a `$(…)`, it is counted below.
          continue
        }
        if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
        text = []
        parts.append(.reference(try reference(from: index - 1)))
        continue
      }
      if depth > 0 {
        if byte == UInt8(ascii: "(") { open += 1 }
        if byte == UInt8(ascii: ")") {
          if open == 0 { break }
          open -= 1
        }
      }
      text.append(byte)
      index += 1
    }
    if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
    return InterpolationTemplate(range: start..<index, parts: parts)
  }

  private mutating func countDollars() -> Int {
    let start = index
    while index < bytes.count, bytes[index] == UInt8(ascii: "$") { index += 1 }
    return index - start
  }

  /// Parses one reference; the index is at its `(`.
  private mutating func reference(
    from start: Int
  ) throws(Failure) -> InterpolationTemplate.Reference {
    index += 1
    depth += 1
    defer { depth -= 1 }
    guard depth <= deepest else {
      throw Failure(
        range: start..<index, message: "`$(` is nested more than \(deepest) levels deep",
        label: "one too deep", isTooDeep: true)
    }
    let nameStart = index
    while index < bytes.count, Name.isWord(bytes[index]) || bytes[index] == UInt8(ascii: ".") {
      index += 1
    }
    let nameRange = nameStart..<index
    let name = String(decoding: bytes[nameRange], as: UTF8.self)
    if depth == 1 { endOfName = index }
    let kind: InterpolationTemplate.Kind
    switch index < bytes.count ? bytes[index] : nil {
    case UInt8(ascii: ")"):
      guard Name.isParameter(name) else { throw badName(name, start) }
      kind = .parameter(name)
    case UInt8(ascii: ":") where !name.isEmpty:
      index += 1
      kind = name == "env" ? try variable(start) : try source(name, nameRange, start)
    case nil: throw unclosed(start)
    case UInt8(ascii: "$"): throw composedName(start)
    case UInt8(ascii: "[") where !name.isEmpty: throw brackets(start)
    case let byte?: throw unexpected(byte, start)
    }
    guard index < bytes.count else { throw unclosed(start) }
    index += 1
    return InterpolationTemplate.Reference(range: start..<index, kind: kind)
  }

  private mutating func variable(_ start: Int) throws(Failure) -> InterpolationTemplate.Kind {
    let nameStart = index
    while index < bytes.count, isVariableByte(bytes[index]) { index += 1 }
    let name = String(decoding: bytes[nameStart..<index], as: UTF8.self)
    if depth == 1 { endOfName = index }
    guard index < bytes.count else { throw unclosed(start) }
    let end = bytes[index...].firstIndex { !$0.isBlank } ?? bytes.count
    if end > index,
      let sign = ["??", ":-"].first(where: { bytes[end...].starts(with: $0.utf8) })
    {
      let next = bytes[(end + 2)...].firstIndex { !$0.isBlank } ?? bytes.count
      throw Failure(
        range: start..<end + 2, message: "`$(env:\(name) \(sign)` has a blank before its `\(sign)`",
        label: "expected `\(sign)` behind the name",
        help: "leave out the blanks around `\(sign)`: those after it are a part of the default",
        edits: [index..<end, end + 2..<next].filter { !$0.isEmpty }.map { ($0, "") },
        endOfName: next)
    }
    if bytes[index].isBlank, !blanksAroundName().isEmpty { throw unexpected(bytes[index], start) }
    if bytes[index] == UInt8(ascii: "$") { throw composedName(start) }
    guard !name.isEmpty else {
      throw Failure(
        range: start..<index + 1, message: "`$(env:…)` names no variable",
        label: "expected a name after `env:`")
    }
    if bytes[index] == UInt8(ascii: ")") {
      return .variable(name, fallback: nil, keepsEmpty: false)
    }
    let keepsEmpty = bytes[index...].starts(with: "??".utf8)
    guard keepsEmpty || bytes[index...].starts(with: ":-".utf8) else {
      throw otherOperator(behind: name, start)
    }
    index += 2
    return .variable(name, fallback: try parse(), keepsEmpty: keepsEmpty)
  }

  private mutating func source(
    _ name: String, _ range: Range<Int>, _ start: Int
  ) throws(Failure) -> InterpolationTemplate.Kind {
    let argument = try parse()
    guard !argument.parts.isEmpty || index >= bytes.count else {
      throw Failure(
        range: start..<index + 1, message: "`$(\(name):)` has nothing after the colon",
        label: "expected a path")
    }
    return .source(name, nameRange: range, argument: argument)
  }

  private func isVariableByte(_ byte: UInt8) -> Bool {
    Name.isWord(byte) || byte == UInt8(ascii: ".")
  }

  /// Returns the end of the text that a message shows of an invalid reference.
  private func endOfLine(from index: Int) -> Int {
    bytes[index...].firstIndex { $0 == 0x0A || $0 == UInt8(ascii: ")") } ?? bytes.count
  }

  private func unclosed(_ start: Int) -> Failure {
    var failure = Failure(
      range: start..<endOfLine(from: start), message: "`$(` is never closed",
      label: "expected `)` after this", help: "for the text `$(` itself, write `$$(`",
      isUnclosed: true)
    // Behind one word, nothing else can be missing, unless it ends with a bracket of another format.
    let rest = bytes[(start + 2)...]
    let isWord = !rest.isEmpty && rest.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "(") }
    guard depth == 1, isWord, rest.last.map("]}".utf8.contains) == false else { return failure }
    failure.help = "close it with `)`; for the text `$(` itself, write `$$(`"
    failure.edits = [(bytes.count..<bytes.count, ")")]
    return failure
  }

  private func badName(_ name: String, _ start: Int) -> Failure {
    Failure(
      range: start..<index + 1,
      message: name.isEmpty
        ? "`$()` names nothing" : "`\(name)` cannot be the name of a parameter",
      label: "expected a name such as `mail.from`")
  }

  private func unexpected(_ byte: UInt8, _ start: Int) -> Failure {
    let range = start..<min(endOfLine(from: index) + 1, bytes.count)
    guard byte.isBlank else {
      var failure = Failure(
        range: range, message: "the name after `$(` contains a character that names cannot have",
        label: Self.expected, help: Self.plainText)
      if byte == UInt8(ascii: "("), let end = endOfNameInParentheses {
        failure = Failure(
          range: start..<end + 1, message: "`$((…))` has one pair of parentheses too many",
          label: "expected `$(name)`", help: "leave out the inner pair",
          edits: [(index..<index + 1, ""), (end - 1..<end, "")], isPlain: true)
      } else if byte == UInt8(ascii: "|"), index > start + 2 {
        failure.help = "a parameter takes no filter, and has its default under `parameters:`"
      }
      return failure
    }
    let excess = blanksAroundName()
    return Failure(
      range: range, message: "the name after `$(` contains a space",
      label: Self.expected, help: excess.isEmpty ? Self.plainText : "leave the space out",
      edits: excess.map { ($0, "") },
      isPlain: excess.last.map { isName(from: $0.upperBound) } ?? false)
  }

  /// The offset behind the inner pair of `$((name))`; nil if it holds anything but a name.
  private var endOfNameInParentheses: Int? {
    guard isName(from: index + 1), let end = bytes[index...].firstIndex(of: UInt8(ascii: ")")),
      end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: ")"), end > index + 1
    else { return nil }
    return end + 1
  }

  /// Whether nothing but a name, such as `env:PORT`, is before the next `)`: no default.
  private func isName(from start: Int) -> Bool {
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: ")")) else { return false }
    let name = bytes[start..<end]
    let isVariable = name.starts(with: "env:".utf8)
    return (isVariable ? name.dropFirst(4) : name).allSatisfy {
      Name.isWord($0) || $0 == UInt8(ascii: ".")
    }
  }

  private static let expected = "expected letters, digits, `_`, `-` and dots"
  private static let plainText = "for the text `$(` itself, write `$$(`"

  /// Returns the blanks before and after a name that the `)` follows; none if there are others, which
  /// leave open what was meant.
  private func blanksAroundName() -> [Range<Int>] {
    func endOfBlanks(from index: Int) -> Int {
      bytes[index...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? bytes.count
    }
    var ranges = [index..<endOfBlanks(from: index)]
    if !Name.isWord(bytes[index - 1]) {
      let isVariable = bytes[ranges[0].upperBound...].starts(with: "env:".utf8)
      let name = ranges[0].upperBound + (isVariable ? 4 : 0)
      let end = bytes[name...].firstIndex { !Name.isWord($0) && $0 != UInt8(ascii: ".") }
      let next = end ?? bytes.count
      if endOfBlanks(from: next) > next { ranges.append(next..<endOfBlanks(from: next)) }
      // What follows the name need not be the end.
      if ranges.count == 1 { return ranges }
    }
    let end = ranges[ranges.count - 1].upperBound
    return end < bytes.count && bytes[end] == UInt8(ascii: ")") ? ranges : []
  }
}

// What shells and other formats write in a reference.
extension InterpolationParser {
  /// Returns the error of `$(env:NAME:?text)`, `:+` and `:=`, with or without the colon, as in shells, and of anything
  /// else behind the name of a variable.
  private func otherOperator(behind name: String, _ start: Int) -> Failure {
    let sign = bytes[index] == UInt8(ascii: ":") ? index + 1 : index
    let end = endOfLine(from: index)
    guard sign < bytes.count, "?+=".utf8.contains(bytes[sign]) else {
      var failure = Failure(
        range: start..<end, message: "`$(env:\(name)` is followed by neither `)` nor `:-`",
        label: Self.expectedBehindVariable,
        help:
          "a default follows `:-`, as in `$(env:\(name):-default)`, or `??` where an empty text counts"
      )
      // Other formats have a colon alone. What is spelt like no variable may be something else before its name.
      if sign > index, sign < bytes.count, Evaluator.looksLikeVariable(name) {
        failure.edits = [(index..<sign, ":-")]
        failure.endOfName = sign
      }
      return failure
    }
    let written = String(decoding: bytes[index...sign], as: UTF8.self)
    var failure = Failure(
      range: start..<end, message: "`$(env:…)` does not have the operator `\(written)` of shells",
      label: Self.expectedBehindVariable)
    switch bytes[sign] {
    case UInt8(ascii: "?"):
      failure.help =
        "leave it out: a variable without a default has to be set, and is reported if it is not"
    case UInt8(ascii: "="):
      failure.help = "nothing sets a variable here: a default follows `:-`"
      failure.edits = [(index..<sign + 1, ":-")]
      failure.endOfName = sign + 1
    default:
      failure.help =
        "no text depends on whether a variable is set: write a parameter, and let an environment set it"
    }
    return failure
  }

  /// Whether what follows a name in a text may be a credential: it has more than a number and the signs of a
  /// reference, as in `$(env:PORT:8080)`, or the name is that of a credential.
  static func mayHoldCredential(_ text: [UInt8], from end: Int) -> Bool {
    let name = text[..<(text[..<end].lastIndex(where: \.isKeyCharacter).map { $0 + 1 } ?? 0)]
    let isNamed =
      name.withUnsafeBytes { SecretNames.isSecret($0) }
      || SecretNames.signOfCredential(in: text, from: 0) != nil
    if isNamed { return true }
    var words = text[end...].split { $0 < 0x80 && !$0.isLetter && !$0.isDigit }
    // The name of a filter.
    words.removeAll { $0.elementsEqual("default".utf8) }
    guard let word = words.first else { return false }
    // A number, with or without a unit.
    let digits = word.prefix(while: \.isDigit)
    return words.count > 1 || !(1...8).contains(digits.count) || word.count > digits.count + 2
  }

  private static let expectedBehindVariable = "expected `)` or `:-`"

  /// Returns the error of `$(mail.$(name))`: other formats replace the inner one first.
  private func composedName(_ start: Int) -> Failure {
    let inner = index
    var (end, open) = (index, 1)
    while end < bytes.count, open > 0, bytes[end] != 0x0A {
      if bytes[end] == UInt8(ascii: "(") { open += 1 }
      if bytes[end] == UInt8(ascii: ")") { open -= 1 }
      end += 1
    }
    return Failure(
      range: start..<end, message: "the name behind `$(` holds another `$`",
      label: "no name is composed of others",
      help: "write the name of one parameter, and let each environment set it",
      isPlain: bytes[inner..<end].allSatisfy { Name.isWord($0) || ".$()".utf8.contains($0) })
  }

  /// Returns the error of `$(hosts[0])` and `$(mail[from])`.
  private func brackets(_ start: Int) -> Failure {
    let end = endOfLine(from: index)
    let quotes = "'\"".utf8
    let inner = bytes[index..<end].dropFirst().prefix { $0 != UInt8(ascii: "]") }
    let key = inner.filter { !quotes.contains($0) }
    let isClosed = end < bytes.count && inner.count + 2 == end - index
    let isPlain = isClosed && !key.isEmpty && key.allSatisfy(Name.isWord)
    guard isPlain, !key.allSatisfy(\.isDigit) else {
      return Failure(
        range: start..<min(end + 1, bytes.count),
        message: "`$(…)` cannot take an element of a list", label: "no name has brackets",
        help: "refer to the list as a whole, or give the element a name under `parameters:`",
        isPlain: isPlain)
    }
    return Failure(
      range: start..<end + 1, message: "`$(…)` does not take an entry of a map with brackets",
      label: "no name has brackets", help: "an entry follows a dot, as in `$(name.key)`",
      edits: [(index..<end, ".\(String(decoding: key, as: UTF8.self))")], isPlain: true)
  }
}
