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
        .fix(tagBehindKey(record)))
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

  /// Returns the fix of `!secret token: …`, where the tag of the value is before its key, and of `{ !ref pool }`, which
  /// is no map.
  private func tagBehindKey(_ key: NodeRecord) -> Diagnostic.FixIt {
    let colon = Int(key.upperBound)
    guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else {
      return .init("if the value is meant, write it without `{ }`")
    }
    return .init("the tag of a value is behind the colon")
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
        records[value].kind != .scalar
          || bytes[records[value].range].first != UInt8(ascii: "*")
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
    // Each looks at all anchors: after 20 errors, suggestions would only cost time.
    guard record.kind == .scalar, diagnostics.count < 20 else { return nil }
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
