import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

// Braces and percent signs, as other formats and languages write a value.
extension Evaluator {
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
    let sign = SecretNames.signOfCredential(in: Array(text.utf8), from: 0)
    if let sign, let span = source.part(sign + 1..<source.node.textCount).place.span {
      likelySecrets.append(span)
    }
    let isBraced = text.hasPrefix("{{") && text.hasSuffix("}}")
    let isNumbered = text.hasPrefix("#{") && text.hasSuffix("}")
    guard isBraced || isNumbered || text.hasPrefix("%"), text.utf8.count <= 256 else { return }
    let words = text.dropFirst(isBraced || isNumbered ? 2 : 1).dropLast(isBraced ? 2 : 1)
      .split(separator: " ")
    guard words.count == 1 else { return }
    let name = String(words[0])
    // `{{ site_url }}` for `site.url`.
    let near = isBraced ? nearMisses(of: name, in: parameters.names).first : nil
    let reference = parameters[name] == nil ? Self.variable(in: name) ?? near : name
    guard let reference else { return }
    // It was meant to be used.
    if let row = parameters[reference] { parameters.rows[row].isUsed = true }
    let place = source.place
    let isSecret = sign != nil || mayBePassword(source)
    warnOfPlainText(
      isBraced ? "{{ … }}" : isNumbered ? "#{…}" : "%…%", at: place, in: source,
      .init(
        "to interpolate, write `$(\(isSecret ? "…" : reference))`",
        replacing: isSecret ? nil : place, with: "$(\(reference))"))
  }

  /// Warns of `\(http.host)`, `{http.host}` and `{{ http.host }}` in a text, as other languages write a value, where a
  /// parameter has the name.
  mutating func warnOfParameterInBraces(
    _ written: LayeredValue, _ disclosure: ConfigurationValue.Disclosure
  ) {
    guard disclosure != .secret, written.node.offset(ofByte: UInt8(ascii: ".")) != nil else {
      return
    }
    let bytes = Array(written.node.text.utf8)
    let source = TextSource(written, disclosure)
    var index = 0
    while let open = bytes[index...].firstIndex(where: { "{(".utf8.contains($0) }) {
      index = open + 1
      let isSwift = bytes[open] == UInt8(ascii: "(")
      if isSwift, open == 0 || bytes[open - 1] != UInt8(ascii: "\\") { continue }
      let isDouble = !isSwift && bytes[index...].first == UInt8(ascii: "{")
      if isDouble { index += 1 }
      let inner = bytes[index...].prefix {
        Name.isWord($0) || $0 == UInt8(ascii: ".") || isDouble && $0 == 0x20
      }
      WorkMeter.count(inner.count + 1)
      index = inner.endIndex
      let name = String(decoding: inner, as: UTF8.self)[...].trimmed
      let end = isSwift ? ")" : isDouble ? "}}" : "}"
      guard bytes[index...].starts(with: end.utf8), name.utf8.contains(UInt8(ascii: ".")),
        parameters[name] != nil
      else { continue }
      let part = source.part((isSwift ? open - 1 : open)..<index + end.utf8.count)
      warnOfPlainText(
        isSwift ? "\\(…)" : isDouble ? "{{ … }}" : "{…}", at: part.place, in: source,
        .init(
          "to interpolate, write `$(\(name))`", replacing: part.exactPlace, with: "$(\(name))"))
      return
    }
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
    // The factory's signature decides the type of a value.
    if let colon = name.firstIndex(of: ":"), conversions.contains(String(name[..<colon])) {
      name = name[name.index(after: colon)...]
    }
    return looksLikeVariable(String(name)) ? "env:\(name)" : nil
  }

  /// The types that another format writes before the name of a variable, as in `env(int:PORT)`.
  private static var conversions: [String] {
    ["bool", "csv", "float", "int", "string", "trim"]
  }

  /// Warns of `${`, the syntax of shells and of other formats.
  mutating func warnOfBraces(at dollar: Int, in bytes: [UInt8], _ source: TextSource) {
    let start = dollar + 2
    if start < bytes.count, bytes[start] == UInt8(ascii: "{") {
      return warnOfDoubleBraces(at: dollar, in: bytes, source)
    }
    let end = Self.endOfBraces(in: bytes, from: start)
    let braces = source.part(dollar..<(end.map { $0 + 1 } ?? start))
    var fixIt = Diagnostic.FixIt("to interpolate, write `$(…)`")
    let written = Array(bytes[start..<(end ?? min(start + 256, bytes.count))])
    if let sign = SecretNames.signOfCredential(in: written, from: 0)
      ?? Self.dashBehindCredential(in: written)
    {
      let rest = start + 1 + sign..<max(start + 1 + sign, end ?? bytes.count)
      likelySecrets += [source.part(rest).place.span].compactMap(\.self)
      let name = String(decoding: written[..<sign], as: UTF8.self)
      let replacement = written[sign] == UInt8(ascii: "-") ? "??" : ":-"
      fixIt = .init("to interpolate, write `$(env:\(name)\(replacement)…)`")
    } else if dollar > 0, bytes[dollar - 1] == UInt8(ascii: "$") {
      fixIt = .init("`$$` is one `$` only before `(`: for the text `${`, write one `$`")
    } else if end != nil, let place = braces.exactPlace, !mayBePassword(source) {
      let inner = String(decoding: written, as: UTF8.self)
      let replacement = Self.looksLikeVariable(inner) ? "$(env:\(inner))" : "$(\(inner))"
      fixIt =
        parameters[inner] == nil
        ? reference(to: inner, in: subject, insteadOf: braces) ?? fixIt : fixIt
      if fixIt.edits.isEmpty {
        fixIt = .init(
          "to interpolate, write `\(replacement)`", replacing: place, with: replacement)
      }
    }
    warnOfPlainText("${", at: braces.place, in: source, fixIt)
  }

  /// Warns of `${{ secrets.NAME }}`, as GitHub Actions write a variable.
  private mutating func warnOfDoubleBraces(
    at dollar: Int, in bytes: [UInt8], _ source: TextSource
  ) {
    var fixIt = Diagnostic.FixIt("to interpolate, write `$(…)`")
    var braces = source.part(dollar..<dollar + 3)
    if let end = Self.endOfBraces(in: bytes, from: dollar + 3), end + 1 < bytes.count,
      bytes[end + 1] == UInt8(ascii: "}")
    {
      braces = source.part(dollar..<end + 2)
      let written = String(decoding: bytes[dollar + 3..<end], as: UTF8.self)[...].trimmed
      let prefix = ["secrets.", "vars.", "env."].first(where: written.hasPrefix) ?? ""
      let name = String(written.dropFirst(prefix.utf8.count))
      if Name.isEnvironment(name) {
        let isVariable = !prefix.isEmpty || Self.looksLikeVariable(name)
        let text = isVariable ? "$(env:\(name))" : "$(\(name))"
        fixIt = .init("to interpolate, write `\(text)`", replacing: braces.exactPlace, with: text)
      }
    }
    warnOfPlainText("${{", at: braces.place, in: source, fixIt)
  }

  /// Returns the offset of the `-` in `DB_PASSWORD-default`, a default of shells that applies only where the variable is
  /// unset; nil for anything else.
  private static func dashBehindCredential(in bytes: [UInt8]) -> Int? {
    guard let dash = bytes.firstIndex(of: UInt8(ascii: "-")) else { return nil }
    let name = String(decoding: bytes[..<dash], as: UTF8.self)
    return looksLikeVariable(name) && SecretNames.isSecret(name) ? dash : nil
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
}
