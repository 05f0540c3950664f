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
