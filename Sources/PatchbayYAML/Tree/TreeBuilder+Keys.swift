import PatchbayDiagnostics

extension TreeBuilder {
  /// A key of an open map.
  struct KeyReference {
    var record: UInt32
    /// The length and the last bytes: for different samples the texts need not be compared.
    var sample: UInt32

    init(record: Int, text: UnsafeRawBufferPointer) {
      self.record = UInt32(truncatingIfNeeded: record)
      let count = text.count
      let end =
        count < 4
        ? text.reduce(0) { $0 << 8 | UInt32($1) }
        : text.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
      sample = end ^ UInt32(truncatingIfNeeded: count) << 16
    }
  }

  /// Checks the scalar of the next record as a key, and records it.
  mutating func addKey(_ record: inout NodeRecord) {
    if record.tag != NameTable.none, record.tag != wellKnownTags.string {
      let tag = NodeProperties(in: bytes, record.range).tag ?? record.range
      refuse(
        Diagnostic(
          .wrongNodeKind, "a key has no YAML tag", at: file.place(tag), "keys are plain text"
        )
        .fix("if the value is meant, write it without `{ }`"))
      return drop(&record)
    }
    let (length, isNull, isMerge, isCredential, key) = reader.withText(of: record) { text in
      (
        text.count,
        record.isNull(text),
        text.count == 2 && text[0] == UInt8(ascii: "<") && text[1] == UInt8(ascii: "<"),
        SecretNames.isSecret(text),
        KeyReference(record: records.count, text: text)
      )
    }
    if length > limits.keyBytes {
      refuse(.tooLong(file.place(record.range), of: length, above: limits.keyBytes))
      return drop(&record)
    }
    if isNull {
      refuseKey("null", at: record.range)
      return drop(&record)
    }
    if isMerge, !record.flags.contains(.isQuoted) {
      record.flags.insert(.isMergeKey)
      frames[frames.count - 1].hasMergeKey = true
    }
    if isCredential {
      record.flags.insert(.isCredential)
      frames[frames.count - 1].isCredential = true
    }
    keys.append(key)
    // Nearly every key has its colon behind it.
    let end = Int(record.upperBound)
    if frames[frames.count - 1].isFlow, end >= bytes.count || bytes[end] != UInt8(ascii: ":") {
      refuseDecimalComma(before: record)
      refuseMissingSpace(in: record)
    }
  }

  /// Checks an alias used as a key.
  mutating func addAliasKey(_ record: inout NodeRecord) {
    let target = records[Int(record.first)]
    switch target.kind {
    case .scalar:
      let (isNull, key) = reader.withText(of: target) {
        (target.isNull($0), KeyReference(record: records.count, text: $0))
      }
      if !isNull { return keys.append(key) }
      refuseKey("an alias of null", at: record.range)
    case .mapping: refuseKey("an alias of a map", at: record.range)
    case .sequence, .alias: refuseKey("an alias of a list", at: record.range)
    }
    drop(&record)
  }

  /// Reports a node that cannot be a key.
  mutating func refuseKey(_ found: String, at range: Range<Int>) {
    refuse(
      Diagnostic(
        .wrongNodeKind, "a key must be text, found \(found)", at: file.place(range), "no text"
      )
      .fix(
        found == "null"
          ? .init("if the text is meant, put the key in quotes")
          : found == "a map" ? interpolation(at: range) : nil))
  }

  /// Returns the fix of `{{ name }}`, as other formats write a parameter; nil for any other map.
  private func interpolation(at map: Range<Int>) -> Diagnostic.FixIt? {
    let start = map.lowerBound - 1
    guard start >= 0, bytes[start] == UInt8(ascii: "{"),
      bytes[map].starts(with: "{".utf8), bytes[map].last == UInt8(ascii: "}"),
      map.upperBound < bytes.count, bytes[map.upperBound] == UInt8(ascii: "}"),
      // Keys are never interpolated.
      bytes[(map.upperBound + 1)...].first(where: { !isBlank($0) }) != UInt8(ascii: ":")
    else { return nil }
    let inner = bytes[map].dropFirst().dropLast()
    var name = inner.drop(while: isBlank)
    // Helm's values are parameters.
    if name.starts(with: ".Values.".utf8) { name = name.dropFirst(8) }
    guard let last = name.lastIndex(where: { !isBlank($0) }), name[...last].isKey else {
      return nil
    }
    // The name is not repeated: it may be secret.
    return .init(
      "`{{ … }}` is the notation of templates, and to YAML a map: a parameter is `$(name)`",
      // No parameter has a name such as that of Helm's `.Release.Name`.
      edits: name.first == UInt8(ascii: ".")
        ? []
        : [
          TextEdit(SourceSpan(file, start..<name.startIndex), "$("),
          TextEdit(SourceSpan(file, last + 1..<map.upperBound + 1), ")"),
        ])
  }

  mutating func refuse(_ diagnostic: Diagnostic) {
    isSound = false
    diagnostics.append(diagnostic)
  }

  /// Removes the entry of this key from its map.
  mutating func drop(_ key: inout NodeRecord) {
    key.flags.insert(.isDropped)
  }

  /// Ends a map: checks for duplicate keys, and the values of its merge keys.
  mutating func finishKeys(of frame: Frame) {
    findDuplicates(in: frame)
    keys.removeLast(keys.count - frame.firstKey)
    guard frame.hasMergeKey else { return }
    records[frame.record].flags.insert(.hasMergeKey)
    var key = frame.record + 1
    while key < records.count {
      let value = records.end(of: key)
      // An alias without an anchor is reported as such.
      if records[key].flags.contains(.isMergeKey), !isMergeable(value),
        !unknownAliases.contains(where: { $0.range == records[value].range })
      {
        refuse(
          Diagnostic(
            .wrongNodeKind, "a merge key `<<` takes a map or a list of maps",
            at: file.place(records[value].range), "neither a map nor a list of maps"
          )
          .fix(alias(inPlaceOf: value)))
      }
      key = records.end(of: value)
    }
  }

  /// Returns the fix of `<<: name`, where an anchor has the name.
  private func alias(inPlaceOf value: Int) -> Diagnostic.FixIt? {
    let record = records[value]
    guard record.kind == .scalar else { return nil }
    let text = reader.withText(of: record) { String(decoding: $0, as: UTF8.self) }
    guard anchors.keys.contains(where: { reader.anchors.name($0) == text }) else { return nil }
    return .init(
      "to merge the map with the anchor `&\(text)`, write `*\(text)`",
      replacing: file.place(record.range), with: "*\(text)")
  }

  private func isMergeable(_ index: Int) -> Bool {
    let node = resolved(index)
    switch records[node].kind {
    case .mapping: return true
    case .scalar, .alias: return false
    case .sequence:
      var element = node + 1
      while element < records[node].first {
        guard records[resolved(element)].kind == .mapping else { return false }
        element = records.end(of: element)
      }
      return true
    }
  }

  /// Returns the record that a record refers to: an alias's target, else itself.
  func resolved(_ index: Int) -> Int {
    records[index].kind == .alias ? Int(records[index].first) : index
  }
}

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
      .fix(.straightQuotes(in: file, start..<end)))
    record.first = reader.copy(Array(bytes[inner]))
    record.flags.insert(.isCopied)
  }

  /// Reports a key inside `{ }` that lacks the space behind its colon, and so has no value: `size:8`.
  mutating func refuseMissingSpace(in key: NodeRecord) {
    guard !key.flags.contains(.isQuoted), !key.flags.contains(.hasProperties),
      case let text = bytes[key.range], let colon = text.firstIndex(of: UInt8(ascii: ":")),
      text[..<colon].isKey, colon + 1 < text.endIndex, bytes[colon + 1] != UInt8(ascii: "/"),
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
