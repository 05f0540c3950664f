import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension Evaluator {
  /// Reads a scalar and evaluates its `$(…)`.
  mutating func scalar(
    _ written: LayeredValue, _ disclosure: ConfigurationValue.Disclosure
  ) -> ConfigurationValue {
    let node = written.node
    guard let dollar = InterpolationTemplate.startOfReferences(node) else {
      let isQuoted = node.isQuoted
      // Without quotes, YAML reads the signs of other formats as its own.
      if isQuoted, !node.isMeantAsText { warnOfForeignText(written, disclosure) }
      // Only a check looks at the beginning of each text.
      if context.variables.areUnknown, !node.isFromProgram, !node.isMeantAsText {
        warnOfHomeFolder(written, disclosure)
        warnOfParameterInBraces(written, disclosure)
      }
      return ConfigurationValue(
        .scalar(.init(node.text, isQuoted: isQuoted)), Provenance(written.origin),
        disclosure: disclosure)
    }
    let source = TextSource(written, disclosure)
    if dollar == 0, let value = soleParameter(source) {
      // A secret may be a list or a map, every part of which is one.
      return disclosure == .secret ? value.concealed : value
    }
    if policy.followsReferences, let value = textOfPlainNames(source) { return value }
    if !node.isMeantAsText { warnOfForeignSyntax(source) }
    let template: InterpolationTemplate
    do {
      template = try InterpolationTemplate(
        source.text, deepest: context.limits.safeInterpolationDepth)
    } catch {
      return fault(wrongSyntax(error, source), in: written)
    }
    let value = evaluate(template, source)
    return disclosure == .secret ? value.concealed : value
  }

  /// Returns the value of a text that is one plain `$(name)`; nil for any other text.
  private mutating func soleParameter(_ source: TextSource) -> ConfigurationValue? {
    var row: Int?
    let name = source.node.withText { text -> String? in
      guard let name = InterpolationTemplate.soleParameter(text) else { return nil }
      if policy.followsReferences { row = parameters.row(name) }
      // The name is needed only if the parameter has no row, or is not evaluated.
      return row == nil ? String(decoding: name, as: UTF8.self) : ""
    }
    if let row { return parameter(row, source) }
    return name.map { resolve(.init(range: source.range, kind: .parameter($0)), source) }
  }

  /// Returns the value of a text whose references are all plain names of evaluated texts, the usual
  /// case; nil for any other text.
  private mutating func textOfPlainNames(_ source: TextSource) -> ConfigurationValue? {
    // A model lists each reference.
    if context.variables.keepsSources { return nil }
    if expansion.isExceeded { return nil }
    scratch.removeAll(keepingCapacity: true)
    // Composed of bytes: substrings would take 2 % of the time of a load.
    guard let disclosure = source.node.withText({ gather($0, source.disclosure) }) else {
      return nil
    }
    guard count(scratch.count, source) else {
      return ConfigurationValue(.faulty, source.wholeProvenance, disclosure: disclosure)
    }
    // Safe because the parts are whole texts between ASCII characters, so they are valid UTF-8.
    return ConfigurationValue(
      .scalar(.init(String(decoding: scratch, as: UTF8.self), isQuoted: true)),
      source.wholeProvenance, disclosure: disclosure)
  }

  /// Appends a text with its references replaced to ``scratch``.
  ///
  /// - Returns: The disclosure of the composed text; nil if a reference is not the plain name of an
  ///   evaluated text.
  private mutating func gather(
    _ text: UnsafeRawBufferPointer, _ disclosure: ConfigurationValue.Disclosure
  ) -> ConfigurationValue.Disclosure? {
    var disclosure = disclosure
    var index = 0
    while index < text.count {
      guard text[index] == UInt8(ascii: "$") else {
        let start = index
        while index < text.count, text[index] != UInt8(ascii: "$") { index += 1 }
        scratch.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<index]))
        continue
      }
      guard let name = InterpolationTemplate.plainName(in: text, at: index),
        let row = parameters.row(UnsafeRawBufferPointer(rebasing: text[name])),
        let evaluated = parameters.rows[row].evaluated, let text = evaluated.text
      else { return nil }
      scratch.append(contentsOf: text.utf8)
      disclosure = disclosure.joined(with: evaluated.value?.disclosure ?? .open)
      index = name.upperBound + 1
      // The slow path reports a text that is too long.
      guard scratch.count <= context.limits.valueBytes else { return nil }
    }
    return disclosure
  }

  /// Evaluates a template; a single reference keeps the shape of its value.
  mutating func evaluate(
    _ template: InterpolationTemplate, _ source: TextSource
  ) -> ConfigurationValue {
    if let reference = template.whole { return resolve(reference, source) }
    let isAll = template.range.count == source.node.textCount
    var result = ConfigurationValue(
      .faulty,
      isAll ? source.wholeProvenance : source.part(template.range).provenance,
      disclosure: source.disclosure)
    var text = ""
    // The parts before `text`, if one of them is not known.
    var pieces: [UnknownText.Piece] = []
    // All parts, if a model shows the sources of one that is known.
    var composition: [UnknownText.Piece]?
    var isHealthy = true
    var hasReferences = false
    // The parts are counted as the text that they compose.
    let counted = (valueBytes, expansion.used)
    for part in template.parts {
      switch part {
      case .text(let literal):
        text += literal
        composition?.append(.text(literal))
      case .reference(let reference):
        hasReferences = true
        let value = resolve(reference, source)
        result.disclosure = result.disclosure.joined(with: value.disclosure)
        if composition == nil, value.provenance.composition != nil {
          composition = text.isEmpty ? pieces : pieces + [.text(text)]
        }
        composition?.append(contentsOf: value.composition)
        switch value.content {
        case .scalar(let scalar):
          text += scalar.text
          if value.disclosure == .secret { secrets.insert(scalar.text) }
        case .unknown(let unknown):
          if let known = unknown.impossiblePart, shouldReport("$(\(reference.name))", in: source) {
            report(notText(known, reference, source))
            isHealthy = false
          }
          if !text.isEmpty { pieces.append(.text(text)) }
          text = ""
          pieces += unknown.pieces
        case .faulty: isHealthy = false
        default:
          if shouldReport("$(\(reference.name))", in: source) {
            report(notText(value, reference, source))
          }
          isHealthy = false
        }
      }
      // Stops before more text is copied.
      if hasReferences, text.utf8.count > context.limits.valueBytes { break }
    }
    guard isHealthy else { return result }
    valueBytes = counted.0
    expansion.reset(to: counted.1)
    let unknown = pieces.isEmpty ? nil : UnknownText(pieces + [.text(text)])
    if hasReferences { isHealthy = count(unknown?.weight ?? text.utf8.count, source) }
    guard isHealthy else { return result }
    if let composition { result.provenance.composition = UnknownText(composition) }
    let isQuoted = source.node.isQuoted || hasReferences
    if let unknown {
      result.content = .unknown(unknown)
      return result
    }
    result.content = .scalar(.init(text, isQuoted: isQuoted))
    return result
  }

  private mutating func resolve(
    _ reference: InterpolationTemplate.Reference, _ source: TextSource
  ) -> ConfigurationValue {
    let source = source.part(reference.range)
    guard policy.followsReferences else {
      inspect(reference, source)
      return faulty(source)
    }
    switch reference.kind {
    case .parameter(let name): return parameter(name, source)
    case .variable(let name, let fallback, let keepsEmpty):
      return variable(name, fallback, keepsEmpty: keepsEmpty, source)
    case .source(let name, let nameRange, let argument):
      return self.source(name, nameRange, argument, source)
    }
  }

  /// Checks a reference and those inside it without following them.
  private mutating func inspect(
    _ reference: InterpolationTemplate.Reference, _ source: TextSource
  ) {
    switch reference.kind {
    case .parameter(let name):
      guard policy == .listReferences, let span = source.place.span else { return }
      listedReferences.append(
        .init(name: name, span: span, isHidden: isPartOfPassword(source)))
    case .variable(let name, let fallback, _):
      if hideNameWithSecret(name, source) { return }
      guard let fallback else { return }
      if SecretNames.isSecret(name) { hideDefault(fallback, source) }
      _ = evaluate(fallback, source)
    case .source(let name, let nameRange, let argument):
      _ = checkSource(name, nameRange, argument, source)
      _ = evaluate(argument, source)
    }
  }

  /// Returns a text from outside the configuration as a value: it is never expanded and never null.
  func external(
    _ text: String, _ source: TextSource, isSecret: Bool = false, isOfVariable: Bool = false
  ) -> ConfigurationValue {
    ConfigurationValue(
      .scalar(.init(text, isQuoted: true, isOfVariable: isOfVariable)), source.provenance,
      disclosure: isSecret ? .secret : source.disclosure.joined(with: .external))
  }

  func faulty(_ source: TextSource) -> ConfigurationValue {
    ConfigurationValue(.faulty, source.provenance)
  }

  /// Counts the bytes that interpolation creates; returns `false` if a limit is exceeded.
  mutating func count(_ bytes: Int, _ source: TextSource) -> Bool {
    // Reported once for each value.
    if isOverlong { return false }
    valueBytes += bytes
    let limit = context.limits.valueBytes
    guard valueBytes > limit else {
      return canInsert(ExpansionBudget.parts(ofBytes: bytes), at: source.node.place)
    }
    isOverlong = true
    report(tooLong(limit, source))
    return false
  }

  /// Counts the parts that a reference inserts; returns `false` beyond the limit of the load.
  mutating func canInsert(_ parts: Int, at place: SourcePlace) -> Bool {
    canExpand(by: parts, at: place) { "what \($0.subject.description) refers to" }
  }
}

extension Evaluator {
  private mutating func wrongSyntax(
    _ failure: InterpolationTemplate.Failure, _ source: TextSource
  ) -> Diagnostic {
    if failure.isTooDeep { return tooDeep(failure, source) }
    // No part of a secret may be quoted, not even its references.
    let isSecret = source.disclosure == .secret
    let cut = failure.isUnclosed ? CutReference(source.node) : nil
    hideRest(of: failure, cut, source)
    return Diagnostic(
      .interpolationSyntax,
      isSecret ? "the `$(…)` in this secret cannot be read" : failure.message,
      at: source.part(failure.range).place, failure.label
    )
    .fix(cut?.fixIt ?? failure.help.map { .init($0, edits: edits(failure.edits, source)) })
  }

  /// Hides everything behind the name of a reference that cannot be read: it may be a default, and a credential.
  private mutating func hideRest(
    of failure: InterpolationTemplate.Failure, _ cut: CutReference?, _ source: TextSource
  ) {
    let text = Array(source.text.utf8)
    guard !failure.isPlain, let name = failure.endOfName, name < text.count,
      text[name] != UInt8(ascii: ")"),
      cut != nil || mayBePassword(source)
        || InterpolationParser.mayHoldCredential(text, from: name)
    else { return }
    // The `)` at the end is that of the reference.
    let textEnd = text.count - (cut == nil && text.last == UInt8(ascii: ")") ? 1 : 0)
    guard let rest = source.part(name..<textEnd).place.span else { return }
    let end = max(rest.range.upperBound, cut?.span.range.upperBound ?? 0)
    likelySecrets.append(SourceSpan(rest.file, rest.range.lowerBound..<end))
  }

  /// Returns the edits that replace parts of a text; none if the source spells one differently.
  private func edits(
    _ parts: [(range: Range<Int>, text: String)], _ source: TextSource
  ) -> [TextEdit] {
    // What is written anew repeats a part of the text, which may be a password.
    if mayBePassword(source), parts.contains(where: { !$0.text.isEmpty }) { return [] }
    let edits = parts.compactMap { part -> TextEdit? in
      guard part.range.isEmpty else {
        return source.part(part.range).exactPlace?.span.map { TextEdit($0, part.text) }
      }
      // An empty part has no place of its own.
      let before = part.range.lowerBound - 1..<part.range.lowerBound
      return source.part(before).exactPlace?.span.map { span in
        TextEdit(SourceSpan(span.file, span.range.upperBound..<span.range.upperBound), part.text)
      }
    }
    return edits.count == parts.count ? edits : []
  }

  private func tooDeep(
    _ failure: InterpolationTemplate.Failure, _ source: TextSource
  ) -> Diagnostic {
    let (name, value) = ("interpolationDepth", context.limits.safeInterpolationDepth)
    let canBeRaised = value < LoadLimits.deepestInterpolation
    return Diagnostic(
      .limitExceeded, failure.message, at: source.part(failure.range).place, failure.label
    )
    .note(Limit.note(name, value))
    .fix(
      canBeRaised
        ? Limit.advice(name) : "give the inner ones names of their own under `parameters`")
  }

  /// Returns the error of a list, a map or null as a part of a text.
  private func notText(
    _ value: ConfigurationValue, _ reference: InterpolationTemplate.Reference,
    _ source: TextSource
  ) -> Diagnostic {
    let what: String
    switch value.content {
    case .list: what = "a list"
    case .map: what = "a map"
    default: what = "null"
    }
    var name = "`$(…)`"
    if case .parameter(let parameter) = reference.kind { name = "`\(parameter)`" }
    return Diagnostic(
      .wrongNodeKind, "\(name) is \(what) and cannot be part of a text",
      at: source.part(reference.range).place, "expected a text or a number"
    )
    .label(value.place, "\(what) is given here")
    .note("a value that is exactly one `$(…)` keeps the shape of what it refers to")
  }

  private func tooLong(_ limit: Int, _ source: TextSource) -> Diagnostic {
    Diagnostic(
      .limitExceeded,
      "\(subject.description) becomes longer than \(limit.grouped) bytes by interpolation",
      at: source.node.place, "too long"
    )
    .limit("valueBytes", limit)
  }
}
