import PatchbayDiagnostics

// Errors that YAML silently reads differently than intended.

extension TreeBuilder {
  /// Reports unusual spaces at the ends of a plain scalar, which YAML would keep, and removes them, as YAML does with
  /// ordinary ones. After the colon of a key in braces, YAML reads them as a part of the key: `{ type:\u{A0}Pool }`.
  mutating func trimUnusualBlanks(of record: inout NodeRecord) {
    let frame = frames.last
    let lacksColon =
      frame?.isFlow == true && frame?.expectsKey == true
      && !bytes[Int(record.upperBound)...].startsWithColon
    let start = NodeProperties(in: bytes, record.range).contentStart
    let text = start..<Int(record.upperBound)
    guard lacksColon || UnusualBlanks.areAtEnd(of: text, in: bytes) else { return }
    let blanks = UnusualBlanks(in: file, text, isPlain: true)
    guard let diagnostic = blanks.diagnostic else { return }
    // A node with misleading indentation belongs elsewhere, and would be reported there again.
    let isIndented =
      blanks.runs.first?.lowerBound == start
      && bytes[..<start].last { !isBlank($0) }.map(isLineBreak) ?? true
    if lacksColon || isIndented { return refuse(diagnostic) }
    diagnostics.append(diagnostic)
    record.first = reader.copy(reader.withText(of: record, UnusualBlanks.trimmed))
    record.flags.insert(.isCopied)
  }

  /// Reports typographic quotes around a plain scalar on one line, and removes them: `“a”`.
  mutating func removeTypographicQuotes(of record: inout NodeRecord) {
    let end = Int(record.upperBound)
    // A tag `!!str` says that the text is meant as it is.
    guard end > 0, bytes[end - 1] >= 0x80, !record.flags.contains(.isQuoted) else { return }
    let start = NodeProperties(in: bytes, record.range).contentStart
    guard let inner = TypographicQuotes.inside(bytes[start..<end]),
      !bytes[inner].contains(where: isLineBreak)
    else { return }
    diagnostics.append(
      Diagnostic(
        .yamlSyntax, SyntaxRule.typographicQuotes, at: file.place(start..<end),
        SyntaxRule.notQuotes
      )
      .fix(
        frames.last?.isCredential == true
          ? .init("write straight quotes") : .straightQuotes(in: file, start..<end)))
    record.first = reader.copy(Array(bytes[inner]))
    record.flags.insert(.isCopied)
  }

  /// Reports a key inside `{ }` that lacks the space behind its colon, or has another sign, and so has no value:
  /// `size:8`, `size = 8`.
  mutating func refuseMissingSpace(in key: NodeRecord) {
    guard !key.flags.contains(.isQuoted), !key.flags.contains(.hasProperties),
      case let text = bytes[key.range],
      let colon = text.firstIndex(where: { ":=".utf8.contains($0) })
    else { return }
    if bytes[colon] == UInt8(ascii: "=") { return refuseEquals(at: colon, in: text) }
    guard text[..<colon].isKey, colon + 1 < text.endIndex, bytes[colon + 1] != UInt8(ascii: "/"),
      // An unusual space is reported as such.
      bytes[colon + 1] < 0x80,
      !bytes[text.endIndex...].startsWithColon
    else { return }
    let place = file.place(colon..<colon + 1)
    refuse(
      Diagnostic(
        .yamlSyntax, "a space is missing after `:`", at: place, "a space belongs after this"
      )
      // `host.name:80` may be a text without a key.
      .fix(
        "add the space", replacing: place, with: ": ",
        isCertain: !text[..<colon].contains(UInt8(ascii: "."))))
  }

  private mutating func refuseEquals(at sign: Int, in text: ArraySlice<UInt8>) {
    let (name, value) = (text[..<sign], text[(sign + 1)...])
    guard let last = name.lastIndex(where: { !isBlank($0) }), name[...last].isKey,
      let first = value.firstIndex(where: { !isBlank($0) }),
      !bytes[text.endIndex...].startsWithColon
    else { return }
    let place = file.place(last + 1..<first)
    refuse(
      Diagnostic(.yamlSyntax, SyntaxRule.equalsSign, at: place, "no colon")
        .fix("write a colon", replacing: place, with: ": "))
  }

  /// Reports a number with a decimal comma inside `{ }`, which YAML reads as two entries: `0,75`.
  mutating func refuseDecimalComma(before key: NodeRecord) {
    guard let frame = frames.last, frame.children > 1, let value = lastScalar,
      !value.flags.contains(.isQuoted), !key.flags.contains(.isQuoted)
    else { return }
    let comma = Int(value.upperBound)
    guard comma + 1 == key.lowerBound, bytes[comma] == UInt8(ascii: ","),
      reader.withText(of: value, { $0.isNumber }), reader.withText(of: key, { $0.startsWithDigit }),
      !bytes[Int(key.upperBound)...].startsWithColon
    else { return }
    let place = file.place(comma..<comma + 1)
    let diagnostic = Diagnostic(
      .yamlSyntax, "a comma ends a value inside `{ }`, and this one is part of a number",
      at: place, "begins another entry"
    )
    // `8,080` may be eight thousand, too.
    refuse(
      reader.withText(of: key, { $0.count == 3 && $0.allSatisfy { (0x30...0x39).contains($0) } })
        && reader.withText(of: value, { $0.first != UInt8(ascii: "0") })
        ? diagnostic.fix("write the number without a comma, or with a decimal point")
        : diagnostic.fix("write a decimal point", replacing: place, with: "."))
  }
}

extension UnsafeRawBufferPointer {
  fileprivate var startsWithDigit: Bool { first.map { $0 >= 0x30 && $0 <= 0x39 } ?? false }

  /// Whether the text is digits, with or without a sign.
  fileprivate var isNumber: Bool {
    let digits = first == UInt8(ascii: "-") ? dropFirst() : self[...]
    return !digits.isEmpty && digits.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var startsWithColon: Bool { first { !isBlank($0) } == UInt8(ascii: ":") }
}
