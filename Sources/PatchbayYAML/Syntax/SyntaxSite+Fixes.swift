import PatchbayDiagnostics

// Fixes that depend on the text.
extension SyntaxSite {
  /// Indents a line with spaces in place of tabs: below a key without a value one step more than the
  /// key, between two lines as both, otherwise as the line above, or as far as the tabs if that is less.
  var indenting: Diagnostic.FixIt? {
    let step = 2
    let line = line(at: offset)
    let content = content(of: line)
    var depth = 0
    if !content.isEmpty, let above = contentLine(above: line) {
      // A key without a value, or with a text on the lines below it.
      let last = bytes[self.content(of: above)].last { !"-+".utf8.contains($0) }
      let tabs = bytes[line.lowerBound..<content.lowerBound].count { $0 == 0x09 }
      depth = indentation(of: above)
      if last.map(":|>".utf8.contains) == true {
        depth += step
      } else if contentLine(below: line).map(indentation) != depth {
        depth = min(depth, indentation(of: line) + tabs * (step - 1))
      }
    }
    return .init(
      depth == 0 ? "remove the spaces" : "indent with \(depth) space\(depth == 1 ? "" : "s")",
      // Spaces before and behind the tabs are indentation, too.
      replacing: file.place(line.lowerBound..<max(content.lowerBound, offset)),
      with: String(repeating: " ", count: depth))
  }

  /// Writes a text in single quotes, in which a backslash is one: `"C:\Users"`; nil if a backslash may be
  /// an escape on purpose.
  var singleQuoted: Diagnostic.FixIt? {
    guard let start = opening?.lowerBound, bytes[start] == UInt8(ascii: "\""),
      let end = bytes[(start + 1)..<line(at: start).upperBound].firstIndex(of: UInt8(ascii: "\"")),
      case let text = bytes[start + 1..<end], !text.contains(UInt8(ascii: "'")),
      text.last != UInt8(ascii: "\\")
    else { return nil }
    let isOnDrive = text.dropFirst().starts(with: ":\\".utf8)
    let escapes = (isOnDrive ? "\\" : "\\0abtnvfre \"/N_LPxuU").utf8
    guard
      zip(text, text.dropFirst()).allSatisfy({
        $0 != UInt8(ascii: "\\") || !escapes.contains($1)
      })
    else { return nil }
    return .init(
      "between double quotes `\\` begins an escape, between single quotes it is a backslash: write those",
      edits: [start, end].map { TextEdit(SourceSpan(file, $0..<$0 + 1), "'") })
  }

  /// Indents a line like the one above, or that one like this one, if it lost its indentation.
  var indentingAlike: Diagnostic.FixIt? {
    let line = line(at: offset)
    return indentingLineAbove
      ?? contentLine(above: line).map { indenting("indent it like the line above", line, like: $0) }
  }

  /// Indents the line above like this one, where this one belongs to what is above both: it is indented like
  /// that, or deeper than a key that has no value so far.
  private var indentingLineAbove: Diagnostic.FixIt? {
    let line = line(at: offset)
    guard let above = contentLine(above: line), let former = contentLine(above: above) else {
      return nil
    }
    let (depth, outer) = (indentation(of: line), indentation(of: former))
    let isLost =
      bytes[content(of: former)].last == UInt8(ascii: ":")
      ? indentation(of: above) <= outer && outer < depth : outer == depth
    return isLost ? indenting("indent the line above like this one", above, like: line) : nil
  }

  private func indenting(
    _ words: String, _ line: Range<Int>, like other: Range<Int>
  ) -> Diagnostic.FixIt {
    .init(
      words, replacing: file.place(line.lowerBound..<content(of: line).lowerBound),
      with: String(repeating: " ", count: indentation(of: other)))
  }

  var indentations: Diagnostic.FixIt? {
    if let indentingLineAbove { return indentingLineAbove }
    let levels = indentationsAbove.reversed().map(String.init).joined(separator: " or ")
    return .init("indent it by \(levels) spaces, as lines above are")
  }

  /// Replaces `@name` and `*name`, as other formats write a reference to a service.
  func reference(_ range: Range<Int>) -> Diagnostic.FixIt? {
    let name = range.dropFirst()
    // `*.yaml` can only be a pattern.
    guard bytes[name].isKey, bytes[name].first != UInt8(ascii: "."), let key = text(name)
    else { return nil }
    return .reference(key, at: file.place(range))
  }

  /// Replaces `!ref ?key`, as other formats write a reference to a service that may be missing.
  var optional: Diagnostic.FixIt? {
    optionalKey.flatMap { word in
      text(word.dropFirst()).map { key in
        .init(
          "for a service that may be missing, write `!optional \(key)`",
          replacing: file.place(word.lowerBound - 5..<word.upperBound), with: "!optional \(key)")
      }
    }
  }

  /// Replaces `%name%` and `%env(NAME)%`, as other formats write a parameter.
  var parameter: Diagnostic.FixIt? {
    guard let value, let text = text(value), text.utf8.count > 2, text.hasSuffix("%") else {
      return nil
    }
    let name = text.dropFirst().dropLast()
    let isVariable = name.utf8.allSatisfy { $0 & 0xE0 != 0x60 && $0 != UInt8(ascii: ".") }
    if name.utf8.isKey, !isVariable {
      return .init(
        "to use the parameter `\(name)`, write `$(\(name))`", replacing: file.place(value),
        with: "$(\(name))")
    }
    let isCall = name.hasPrefix("env(") && name.hasSuffix(")")
    let variable = isCall ? name.dropFirst(4).dropLast() : name
    guard isCall || isVariable, variable.utf8.isKey else { return nil }
    return .init(
      "to use the environment variable `\(variable)`, write `$(env:\(variable))`",
      replacing: file.place(value), with: "$(env:\(variable))")
  }

  /// Replaces `${name}`, as shells write a variable.
  var interpolation: Diagnostic.FixIt? {
    guard let variable = shellVariable, variable.count > 2,
      let inner = text(variable.lowerBound + 2..<variable.upperBound - 1)
    else { return nil }
    let isVariable = inner.prefix { $0 != ":" }.utf8.allSatisfy { $0 & 0xE0 != 0x60 }
    let text = isVariable ? "$(env:\(inner))" : "$(\(inner))"
    return .init(
      "to use the \(isVariable ? "environment variable" : "parameter"), write `\(text)`",
      replacing: file.place(variable), with: text)
  }

  /// Puts what `!append` and `!prepend` add in a list; nil for other tags.
  var listBehindMark: Diagnostic.FixIt? {
    guard let firstTag, let mark = text(firstTag), ["!append", "!prepend"].contains(mark),
      let secondTag, let element = text(secondTag)
    else { return nil }
    return .init(
      "`\(mark)` adds the elements of a list", replacing: file.place(secondTag),
      with: "[\(element)]")
  }

  /// Puts braces around a map on the line of its key: `a: b: c`.
  var braces: Diagnostic.FixIt? {
    guard let value = unquotedSecondValue, !isInFlow, bytes[value.lowerBound..<offset].isKey
    else { return nil }
    let text = bytes[offset + 1..<value.upperBound]
    guard !text.containsSeparator, !text.contains(where: { ",[]{}\"'#".utf8.contains($0) })
    else { return nil }
    let (start, end) = (value.lowerBound, value.upperBound)
    return .init(
      "if a map is meant, write it in `{ }`",
      edits: [
        TextEdit(SourceSpan(file, start..<start), "{ "),
        TextEdit(SourceSpan(file, end..<end), " }"),
      ])
  }
}

extension Diagnostic.FixIt {
  /// Returns the fix-it for another sign in place of a reference to a service.
  static func reference(_ key: String, at place: SourcePlace) -> Self {
    .init(
      "to refer to the service `\(key)`, write a `!ref` reference",
      replacing: place, with: "!ref \(key)")
  }
}

// Errors with a code or with edits of their own.
extension SyntaxSite {
  /// Text after `...`, which libyaml rejects without a `---` before it.
  var secondDocument: Diagnostic? {
    guard problem.message == "did not find expected <document start>",
      let above = contentLine(above: line(at: offset)), bytes[above].starts(with: "...".utf8)
    else { return nil }
    return .severalDocuments(at: file.place(word(from: offset)))
  }

  /// A key of more than 1,024 characters, which libyaml does not accept as a key.
  var tooLongKey: Diagnostic? {
    let longest = 1_024
    var key: Range<Int>?
    if problem.message == "could not find expected ':'", let start = problem.contextOffset {
      let line = bytes[start..<max(start, line(at: start).upperBound)]
      key = line.firstSeparator.map { start..<$0 }
    } else if isAt(":") {
      let before = bytes[line(at: offset).lowerBound..<offset]
      let start = before.lastIndex { ",[]{}".utf8.contains($0) }
      key = trimmed((start.map { $0 + 1 } ?? before.startIndex)..<offset)
    }
    guard let key, key.count > longest, !bytes[key].containsSeparator else { return nil }
    return .tooLong(file.place(key), of: key.count, above: min(longest, limits.keyBytes))
      .note("YAML takes a longer key only after `? `")
  }

  /// A space that YAML reads as text, where it needs a blank.
  var unusualBlanks: Diagnostic? {
    let line = line(at: offset)
    let start = problem.contextOffset.map { min($0, bytes.count) }
    let word = bytes[line.lowerBound..<offset].lastIndex {
      isBlank($0) || ",[{".utf8.contains($0)
    }
    let parts = [
      start.map(self.line), start.map { $0..<self.line(at: $0).upperBound },
      word.map { $0 + 1..<offset }, contentLine(above: line), line,
    ]
    for part in parts {
      if let part, let found = UnusualBlanks(in: file, part).diagnosticForFile { return found }
    }
    return nil
  }
}

extension Diagnostic {
  static func severalDocuments(at place: SourcePlace) -> Diagnostic {
    Diagnostic(
      .severalDocuments, "the file holds more than one YAML document", at: place,
      "the second document begins here"
    )
    .fix("keep one document, and move the other to a file of its own")
    .fix(
      "if it holds for one environment, as in other formats, write it under `environments:`, or in a file "
        + "such as `services.test.yaml`")
  }

  static func tooLong(_ key: SourcePlace, of length: Int, above limit: Int) -> Diagnostic {
    exceeded("keyBytes", limit, at: key, "\(length.grouped) bytes") {
      "a key is longer than \($0) bytes"
    }
  }

  /// Returns the error of a limit, by its name in ``YAMLLimits``; `fact` says with its value how the
  /// text exceeds it.
  static func exceeded(
    _ name: String, _ limit: Int, at place: SourcePlace, _ label: String? = nil,
    _ fact: (String) -> String
  ) -> Diagnostic {
    Diagnostic(
      .limitExceeded, fact(limit.grouped), at: place, label ?? "the first beyond the limit"
    )
    .limit(name, limit)
  }
}
