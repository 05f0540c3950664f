import PatchbayDiagnostics

// Errors that YAML silently reads differently than intended.

extension TreeBuilder {
  /// Removes unusual spaces from the ends of a plain scalar, as YAML does with ordinary ones, and
  /// reports them.
  mutating func trimUnusualSpaces(of record: inout NodeRecord) {
    let spaces = reader.withText(of: record) { text in
      (leading: text.unusualSpacesBefore, trailing: text.unusualSpacesAfter)
    }
    guard spaces.leading > 0 || spaces.trailing > 0 else { return }
    let end = Int(record.upperBound)
    let start =
      record.flags.contains(.hasProperties)
      ? NodeProperties(in: bytes, record.range).contentStart : Int(record.lowerBound)
    let leading = start..<min(start + spaces.leading, end)
    // A text of spaces alone has only leading ones.
    let trailing = max(leading.upperBound, end - spaces.trailing)..<end
    report(leading, trailing)
    guard !record.flags.contains(.isCopied) else {
      let text = reader.withText(of: record) {
        Array($0.dropFirst(leading.count).dropLast(trailing.count))
      }
      record.first = reader.copy(text)
      return
    }
    record.first += UInt32(truncatingIfNeeded: leading.count)
    if !trailing.isEmpty { record.flags.insert(.endsBeforeSpaces) }
  }

  private mutating func report(_ leading: Range<Int>, _ trailing: Range<Int>) {
    let lookalikes = [leading, trailing].flatMap { range in
      range.compactMap { Lookalike(in: bytes, at: $0) }
    }
    guard let first = lookalikes.first else { return }
    let before = bytes[..<leading.lowerBound]
    let isIndentation =
      leading.contains(first.range.lowerBound)
      && before.last { !isBlank($0) }.map(isLineBreak) ?? true
    let needsSpace = isIndentation || before.last.map { !isBlank($0) } ?? false
    let found = lookalikes.map { lookalike in
      LookalikeLine.Found(
        lookalike: lookalike, place: .end,
        replacement: needsSpace && leading.contains(lookalike.range.lowerBound) ? " " : "")
    }
    let position = leading.contains(first.range.lowerBound) ? "begins" : "ends"
    let finding = Finding(
      .yamlSyntax,
      isIndentation
        ? LookalikeFindings.indentation(first.name)
        : "an unquoted text \(position) with \(first.name)",
      at: first.range, LookalikeFindings.label
    )
    .fix(LookalikeFindings.fixIt(found))
    // A node with misleading indentation belongs elsewhere, and would be reported there again.
    if isIndentation { refuse(finding) } else { findings.append(finding) }
  }

  /// Reports a key inside brackets that contains a lookalike of the colon that it lacks:
  /// `{ type\u{FF1A}Pool }`.
  mutating func refuseLookalikeColon(in key: NodeRecord) {
    guard let frame = frames.last, frame.isFlow, !key.flags.contains(.isQuoted),
      !bytes[Int(key.upperBound)...].startsWithColon
    else { return }
    // Those at its ends were reported.
    let found = LookalikeLine(bytes, key.range).found.filter {
      $0.place == .colon || $0.place == .separator
    }
    guard let first = found.first else { return }
    refuse(
      Finding(
        .yamlSyntax, LookalikeFindings.message(first), at: first.lookalike.range,
        LookalikeFindings.label
      )
      .fix(LookalikeFindings.fixIt(found)))
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
    let finding = Finding(
      .yamlSyntax, "a comma ends a value inside `{ }`, and this one is part of a number",
      at: comma..<comma + 1, "begins another entry"
    )
    // `8,080` may be eight thousand, too.
    refuse(
      reader.withText(of: key, { $0.count == 3 && $0.allSatisfy { (0x30...0x39).contains($0) } })
        && reader.withText(of: value, { $0.first != UInt8(ascii: "0") })
        ? finding.fix("write the number without a comma, or with a decimal point")
        : finding.fix("write a decimal point", replacing: comma..<comma + 1, with: "."))
  }
}

extension UnsafeRawBufferPointer {
  /// The number of bytes of leading spaces of all kinds; 0 if the text begins with an ordinary
  /// character.
  fileprivate var unusualSpacesBefore: Int {
    guard let first, first >= 0x80 else { return 0 }
    return String(decoding: self, as: UTF8.self).unicodeScalars.prefix(while: Self.isSpace)
      .reduce(0) { $0 + UTF8.width($1) }
  }

  /// The number of bytes of trailing spaces of all kinds.
  var unusualSpacesAfter: Int {
    guard let last, last >= 0x80 else { return 0 }
    return String(decoding: self, as: UTF8.self).unicodeScalars.reversed()
      .prefix(while: Self.isSpace).reduce(0) { $0 + UTF8.width($1) }
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || UnusualSpaces.contains(scalar)
  }

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
