import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

// The interpolation of shells and of other formats, which is plain text here.
extension Evaluator {
  /// Warns of the syntax of other formats behind each `$` of a text: `${name}`, `$env(NAME)`, `$NAME`.
  mutating func warnOfForeignSyntax(_ source: TextSource) {
    let bytes = Array(source.text.utf8)
    var index = 0
    while let dollar = bytes[index...].firstIndex(of: UInt8(ascii: "$")) {
      let end = bytes[(dollar + 1)...].firstIndex { !Name.isWord($0) } ?? bytes.count
      WorkMeter.count(end - index)
      index = end
      switch end < bytes.count ? bytes[end] : nil {
      case UInt8(ascii: "{") where end == dollar + 1: warnOfBraces(at: dollar, in: bytes, source)
      case UInt8(ascii: "("): warnOfCall(dollar..<end, in: bytes, source)
      default: warnOfName(behind: dollar, in: bytes, source)
      }
    }
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
      .fix(.meantAsText(before: start)))
  }

  /// Warns of a text that looks like an interpolation.
  mutating func warnOfPlainText(
    _ text: String, at place: SourcePlace, in source: TextSource, _ fixIt: Diagnostic.FixIt
  ) {
    report(
      Diagnostic(
        .suspiciousInterpolation, "`\(text)` is plain text here", at: place, "not interpolated"
      )
      .asWarning.fix(fixIt).fix(Self.textIsMeant(source.node)))
  }

  /// Returns the fix for a text that is meant as it is; nil if it has a YAML tag, as no value has two.
  private static func textIsMeant(_ node: YAMLNode) -> Diagnostic.FixIt? {
    if node.hasTag { return nil }
    let start = node.contentSpan.range.lowerBound
    return .meantAsText(before: SourceSpan(node.span.file, start..<start))
  }

  /// Warns of `$env(NAME)`, with the name of a source before the parenthesis.
  private mutating func warnOfCall(_ call: Range<Int>, in bytes: [UInt8], _ source: TextSource) {
    guard call.count > 1, call.count < 64 else { return }
    let name = String(decoding: bytes[call].dropFirst(), as: UTF8.self)
    guard ["env", "file", "path"].contains(name) || context.sources[name] != nil else { return }
    let part = source.part(call.lowerBound..<call.upperBound + 1)
    warnOfPlainText(
      "$\(name)(", at: part.place, in: source,
      .init(
        "to interpolate, write `$(\(name):…)`", replacing: part.exactPlace, with: "$(\(name):"))
  }

  /// Warns of a text that is `$name` as a whole, where `name` is a parameter or spelt like a variable,
  /// of `$NAME/…`, and of the name of a parameter with a dot behind a `$` anywhere in a text.
  ///
  /// Any other `$` may be that of a price or a password.
  private mutating func warnOfName(
    behind dollar: Int, in bytes: [UInt8], _ source: TextSource
  ) {
    var end = dollar + 1
    while end < bytes.count, Name.isWord(bytes[end]) || bytes[end] == UInt8(ascii: ".") {
      end += 1
    }
    WorkMeter.count(end - dollar)
    while end > dollar + 1, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
    guard dollar == 0 || bytes[dollar - 1] != UInt8(ascii: "$"), end > dollar + 1,
      end - dollar <= 128, end == bytes.count || bytes[end] != UInt8(ascii: "(")
    else { return }
    let name = String(decoding: bytes[dollar + 1..<end], as: UTF8.self)
    let isWhole = dollar == 0 && end == bytes.count
    // `$HOME/links.db` and `http://$HOST:80`
    let isPath =
      dollar == 0 && end < bytes.count && "/:".utf8.contains(bytes[end])
      || dollar > 0 && "/:@".utf8.contains(bytes[dollar - 1])
    guard let reference = reference(for: name, isWhole, isPath, source) else { return }
    let part = source.part(dollar..<end)
    // A password in plain text, and the name in its place, may be the same.
    let isHidden = mayBePassword(source)
    warnOfPlainText(
      "$\(isHidden ? "…" : name)", at: part.place, in: source,
      .init(
        "to interpolate, write `$(\(isHidden ? "…" : reference))`",
        replacing: isHidden ? nil : part.exactPlace, with: "$(\(reference))"))
  }

  /// Returns what was meant by a name behind `$`; nil if it may be any text.
  private func reference(
    for name: String, _ isWhole: Bool, _ isPath: Bool, _ source: TextSource
  ) -> String? {
    // A password may be any text; the name of a variable in its place has several words.
    let mayBePassword = mayBePassword(source)
    if parameters[name] != nil, isWhole && !mayBePassword || name.contains(".") { return name }
    guard isWhole || isPath, Self.looksLikeVariable(name), !name.contains(":"),
      name.utf8.count >= 3, name.utf8.first?.isCapital == true,
      !mayBePassword || name.contains("_"), !Self.othersNames.contains(name)
    else { return nil }
    return "env:\(name)"
  }

  /// What brokers and clouds name with a `$`: the topics below `$SYS/`, and the version `$LATEST`.
  private static var othersNames: [String] { ["SYS", "LATEST"] }

  func mayBePassword(_ source: TextSource) -> Bool {
    source.disclosure == .secret || isUnderCredential
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
    to key: String, in subject: Subject, insteadOf source: TextSource?
  ) -> Diagnostic.FixIt? {
    guard subject.holdsServices,
      document.content.defines(service: key), key != subject.owner.key
    else { return nil }
    let whole = source.flatMap { $0.isWhole && !$0.node.hasTag ? $0.node : nil }
    return .init(
      "to refer to the service `\(key)`, write a `!ref` reference",
      edits: whole.map { [TextEdit($0.span, "!ref \(key)")] } ?? [])
  }
}

extension Diagnostic.FixIt {
  /// Returns the fix for a text that looks like an interpolation and is meant as it is.
  fileprivate static func meantAsText(before start: SourceSpan) -> Self {
    .init(
      "if this text is meant, write `!!str` before it, and nothing is reported",
      edits: [TextEdit(start, "!!str ")])
  }
}
