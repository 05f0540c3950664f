import PatchbayDiagnostics

// Fixes that depend on the text.
extension SyntaxSite {
  /// Indents a line with spaces in place of tabs: below a key without a value one step more than the
  /// key, otherwise as the line above, or as far as the tabs if that is less.
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
      depth =
        last.map(":|>".utf8.contains) == true
        ? depth + step : min(depth, indentation(of: line) + tabs * (step - 1))
    }
    return .init(
      depth == 0 ? "remove the blanks" : "indent with \(depth) space\(depth == 1 ? "" : "s")",
      // Spaces before and behind the tabs are indentation, too.
      replacing: file.place(line.lowerBound..<max(content.lowerBound, offset)),
      with: String(repeating: " ", count: depth))
  }

  var indentingLikeAbove: Diagnostic.FixIt? {
    let line = line(at: offset)
    return contentLine(above: line).map { above in
      .init(
        "indent it like the line above",
        replacing: file.place(line.lowerBound..<content(of: line).lowerBound),
        with: String(repeating: " ", count: indentation(of: above)))
    }
  }

  var indentations: Diagnostic.FixIt? {
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
    if name.utf8.isKey {
      return .init(
        "to use the parameter `\(name)`, write `$(\(name))`", replacing: file.place(value),
        with: "$(\(name))")
    }
    let variable = name.dropFirst(4).dropLast()
    guard name.hasPrefix("env("), name.hasSuffix(")"), variable.utf8.isKey else { return nil }
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
