import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

// The interpolation of shells and of other formats, which is plain text here.
extension Evaluator {
  /// Warns of the syntax of other formats in a text with a `$`.
  mutating func warnOfForeignSyntax(_ source: TextSource) {
    warnOfBraces(source)
    warnOfCalls(source)
    warnOfDollar(source)
  }

  /// Warns of a text that is `%name%` or `{{ name }}` as a whole and names a parameter or a variable.
  ///
  /// A load calls this for every text in quotes that has no `$`.
  @inline(__always)
  mutating func warnOfForeignText(
    _ written: LayeredValue, _ disclosure: ConfigurationValue.Disclosure
  ) {
    let isForeign = written.node.withText { text in
      guard text.count > 2, let first = text.first, let last = text.last else { return false }
      return first == UInt8(ascii: "%") && last == first
        || (first == UInt8(ascii: "{") || first == UInt8(ascii: "#")) && last == UInt8(ascii: "}")
    }
    if isForeign, !written.node.isFromProgram {
      warnOfForeignText(TextSource(written, disclosure))
    }
  }

  private mutating func warnOfForeignText(_ source: TextSource) {
    let text = source.text
    if let sign = SecretNames.signOfCredential(in: Array(text.utf8), from: 0),
      let span = source.place(of: sign + 1..<source.node.textCount).span
    {
      likelySecrets.append(span)
    }
    let isBraced = text.hasPrefix("{{") && text.hasSuffix("}}")
    let isNumbered = text.hasPrefix("#{") && text.hasSuffix("}")
    guard isBraced || isNumbered || text.hasPrefix("%"), text.utf8.count <= 256 else { return }
    let words = text.dropFirst(isBraced || isNumbered ? 2 : 1).dropLast(isBraced ? 2 : 1)
      .split(separator: " ")
    guard words.count == 1 else { return }
    let name = String(words[0])
    guard let reference = parameters[name] == nil ? Self.variable(in: name) : name else { return }
    let place = source.place(of: 0..<source.node.textCount)
    let isSecret = mayBePassword(source)
    warnOfPlainText(
      isBraced ? "{{ … }}" : isNumbered ? "#{…}" : "%…%", at: place,
      .init(
        "to interpolate, write `$(\(isSecret ? "…" : reference))`",
        replacing: isSecret ? nil : place, with: "$(\(reference))"))
  }

  /// Warns of a key with a `$(…)`, unless a `!!str` before it says that the text is meant.
  @inline(__always)
  mutating func warnOfReference(inKey key: String, at place: @autoclosure () -> SourcePlace) {
    if key.utf8.contains(UInt8(ascii: "$")) { warnOfReference(in: key, place()) }
  }

  private mutating func warnOfReference(in key: String, _ place: SourcePlace) {
    guard InterpolationTemplate.holdsReference(key), let span = place.span else { return }
    let before = span.file.bytes[..<span.range.lowerBound].reversed().drop { $0 == 0x20 }
    guard !before.starts(with: "rts!!".utf8) else { return }
    let start = SourceSpan(span.file, span.range.lowerBound..<span.range.lowerBound)
    report(
      Diagnostic(
        .suspiciousInterpolation,
        "a key is taken as it is: `$(…)` means nothing there", at: place, "never interpolated"
      )
      .asWarning
      .fix(
        "if this text is meant, write `!!str` before it, and nothing is reported",
        edits: [TextEdit(start, "!!str ")]))
  }

  /// Warns of a text that looks like an interpolation.
  mutating func warnOfPlainText(
    _ text: String, at place: SourcePlace, _ fixIt: Diagnostic.FixIt
  ) {
    report(
      Diagnostic(
        .suspiciousInterpolation, "`\(text)` is plain text here", at: place, "not interpolated"
      )
      .asWarning.fix(fixIt))
  }

  /// Returns the reference to the variable in `env(NAME)`, `env.NAME` and `env:NAME`.
  private static func variable(in text: String) -> String? {
    guard text.lowercased().hasPrefix("env") else { return nil }
    var name = text.dropFirst(3)
    if name.hasPrefix("("), name.hasSuffix(")") {
      name = name.dropFirst().dropLast()
    } else if name.hasPrefix(".") || name.hasPrefix(":") {
      name = name.dropFirst()
    } else {
      return nil
    }
    return looksLikeVariable(String(name)) ? "env:\(name)" : nil
  }

  /// Warns of `$env(NAME)`, with the name of a source before the parenthesis.
  private mutating func warnOfCalls(_ source: TextSource) {
    guard source.text.utf8.contains(UInt8(ascii: "(")) else { return }
    let bytes = Array(source.text.utf8)
    var index = 0
    while let dollar = bytes[index...].firstIndex(of: UInt8(ascii: "$")) {
      let end = bytes[(dollar + 1)...].firstIndex { !Name.isWord($0) } ?? bytes.count
      WorkMeter.count(end - index)
      index = end
      guard end < bytes.count, bytes[end] == UInt8(ascii: "("), end > dollar + 1, end < dollar + 64
      else { continue }
      let name = String(decoding: bytes[dollar + 1..<end], as: UTF8.self)
      guard ["env", "file", "path"].contains(name) || context.sources[name] != nil else { continue }
      let range = dollar..<end + 1
      let place = source.place(of: range)
      let isExact = place.span?.range.count == range.count
      warnOfPlainText(
        "$\(name)(", at: place,
        .init(
          "to interpolate, write `$(\(name):…)`", replacing: isExact ? place : nil,
          with: "$(\(name):"))
    }
  }

  /// Warns of `${`, the syntax of shells and of other formats.
  private mutating func warnOfBraces(_ source: TextSource) {
    guard source.text.utf8.contains(UInt8(ascii: "{")) else { return }
    let bytes = Array(source.text.utf8)
    var index = 0
    while index + 1 < bytes.count {
      defer { index += 1 }
      guard bytes[index] == UInt8(ascii: "$"), bytes[index + 1] == UInt8(ascii: "{") else {
        continue
      }
      let end = Self.endOfBraces(in: bytes, from: index + 2)
      let range = index..<(end.map { $0 + 1 } ?? index + 2)
      let place = source.place(of: range)
      var fixIt = Diagnostic.FixIt("to interpolate, write `$(…)`")
      let written = Array(bytes[index + 2..<(end ?? min(index + 258, bytes.count))])
      if let sign = SecretNames.signOfCredential(in: written, from: 0) {
        let rest = index + 3 + sign..<max(index + 3 + sign, end ?? bytes.count)
        likelySecrets += [source.place(of: rest).span].compactMap(\.self)
        let name = String(decoding: written[..<sign], as: UTF8.self)
        fixIt = .init("to interpolate, write `$(env:\(name):-…)`")
      } else if end != nil, let span = place.span, span.range.count == range.count,
        !mayBePassword(source)
      {
        let inner = String(decoding: written, as: UTF8.self)
        let replacement = Self.looksLikeVariable(inner) ? "$(env:\(inner))" : "$(\(inner))"
        fixIt =
          parameters[inner] == nil
          ? reference(to: inner, in: subject, insteadOf: range, of: source) ?? fixIt : fixIt
        if fixIt.edits.isEmpty {
          fixIt = .init(
            "to interpolate, write `\(replacement)`", replacing: place, with: replacement)
        }
      }
      warnOfPlainText("${", at: place, fixIt)
    }
  }

  /// Returns the offset of the `}` that closes a `${`; nil if another `${` or the end of the line
  /// is before it.
  private static func endOfBraces(in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: "}"), bytes[index] != 0x0A {
      let isNext =
        bytes[index] == UInt8(ascii: "$") && index + 1 < bytes.count
        && bytes[index + 1] == UInt8(ascii: "{")
      if isNext { break }
      index += 1
    }
    WorkMeter.count(index - start + 1)
    return index < bytes.count && bytes[index] == UInt8(ascii: "}") ? index : nil
  }

  /// Returns whether a name is spelled like an environment variable, or has a default as in shells.
  static func looksLikeVariable(_ name: String) -> Bool {
    let head = name.utf8.prefix { $0 != UInt8(ascii: ":") }
    return !head.isEmpty
      && head.allSatisfy { $0 == UInt8(ascii: "_") || $0.isCapital || $0.isDigit }
  }

  /// Returns the fix of an interpolation that names a service, in an argument; nil for any other.
  ///
  /// Only a whole text can become a reference: next to other text, `!ref` would be text, too.
  func reference(
    to key: String, in subject: Subject, insteadOf range: Range<Int>, of source: TextSource?
  ) -> Diagnostic.FixIt? {
    guard subject.field == "arguments" || subject.field == "properties",
      document.content.defines(service: key), key != subject.owner.key
    else { return nil }
    return .init(
      "to refer to the service `\(key)`, write a `!ref` reference",
      edits: source?.whole(range).map { [TextEdit($0, "!ref \(key)")] } ?? [])
  }
}
