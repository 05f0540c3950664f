import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension DocumentDecoder {
  /// A scalar whose text may hold `$(…)`, and where it stands.
  struct TextSource {
    let node: YAMLNode
    let layer: Int
    let disclosure: ConfigurationValue.Disclosure
    private let places: TextPlaces

    init(_ node: YAMLNode, _ layer: Int, _ disclosure: ConfigurationValue.Disclosure) {
      (self.node, self.layer, self.disclosure) = (node, layer, disclosure)
      places = TextPlaces(node)
    }

    var text: String { node.text }

    /// The place of a part of the text.
    func place(of range: Range<Int>) -> SourcePlace { .span(places.span(of: range)) }

    func provenance(of range: Range<Int>) -> Provenance {
      Provenance(Origin(place: place(of: range), layer: layer))
    }
  }

  /// Reads a scalar and everything that its `$(…)` bring.
  mutating func scalar(
    _ node: YAMLNode, _ layer: Int, _ disclosure: ConfigurationValue.Disclosure
  ) -> ConfigurationValue {
    guard InterpolationTemplate.mayHoldReferences(node) else {
      return ConfigurationValue(
        .scalar(.init(node.text, isQuoted: node.isQuoted)), Provenance(origin(node, layer)),
        disclosure: disclosure)
    }
    let source = TextSource(node, layer, disclosure)
    if var value = soleParameter(source) {
      value.disclosure = max(value.disclosure, disclosure)
      return value
    }
    if mode == .full, let value = textOfPlainNames(source) { return value }
    warnOfBraces(source)
    let template: InterpolationTemplate
    do {
      template = try InterpolationTemplate(
        source.text, deepest: context.limits.safeInterpolationDepth)
    } catch {
      report(wrongSyntax(error, source))
      return ConfigurationValue(.faulty, Provenance(origin(node, layer)))
    }
    var value = evaluate(template, source)
    value.disclosure = max(value.disclosure, disclosure)
    return value
  }

  /// What a text that is one plain `$(name)` stands for; nil for any other.
  private mutating func soleParameter(_ source: TextSource) -> ConfigurationValue? {
    var row: Int?
    let name = source.node.withText { text -> String? in
      guard let name = InterpolationTemplate.soleParameter(text) else { return nil }
      if mode == .full { row = parameters.row(name) }
      // The name is only for what has no row, or is not evaluated.
      return row == nil ? String(decoding: name, as: UTF8.self) : ""
    }
    let range = 0..<source.node.textCount
    if let row { return parameter(row, range, source) }
    return name.map { parameter($0, range, source) }
  }

  /// A text with nothing but `$(name)` of texts in it, as most are; nil for any other.
  private mutating func textOfPlainNames(_ source: TextSource) -> ConfigurationValue? {
    scratch.removeAll(keepingCapacity: true)
    // By bytes, as the pieces of 10,000 texts cost a fiftieth of their whole load as substrings.
    guard let disclosure = source.node.withText({ gather($0, source.disclosure) }) else {
      return nil
    }
    let provenance = Provenance(origin(source.node, source.layer))
    guard count(scratch.count, source) else {
      return ConfigurationValue(.faulty, provenance, disclosure: disclosure)
    }
    // The pieces are whole texts between ASCII signs, so the bytes are valid as they stand.
    return ConfigurationValue(
      .scalar(.init(String(decoding: scratch, as: UTF8.self), isQuoted: true)), provenance,
      disclosure: disclosure)
  }

  /// Puts a text into ``scratch``, with the texts that its names stand for; nil for any other text.
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
        case .done(let value?) = parameters.rows[row].state,
        case .scalar(let scalar) = value.content
      else { return nil }
      scratch.append(contentsOf: scalar.text.utf8)
      disclosure = max(disclosure, value.disclosure)
      index = name.upperBound + 1
      // What is too long is told about by the longer way.
      guard scratch.count <= context.limits.valueBytes else { return nil }
    }
    return disclosure
  }

  /// Evaluates a template: exactly one reference keeps the shape of what it brings.
  mutating func evaluate(
    _ template: InterpolationTemplate, _ source: TextSource
  ) -> ConfigurationValue {
    if let reference = template.whole { return resolve(reference, source) }
    let isAll = template.range.count == source.node.textCount
    var result = ConfigurationValue(
      .faulty,
      isAll
        ? Provenance(origin(source.node, source.layer)) : source.provenance(of: template.range),
      disclosure: source.disclosure)
    var text = ""
    var isHealthy = true
    var hasReferences = false
    // The parts are counted as the text that they make.
    let counted = (valueBytes, interpolatedBytes)
    for part in template.parts {
      switch part {
      case .text(let literal): text += literal
      case .reference(let reference):
        hasReferences = true
        let value = resolve(reference, source)
        result.disclosure = max(result.disclosure, value.disclosure)
        switch value.content {
        case .scalar(let scalar):
          text += scalar.text
          if value.disclosure == .secret { secrets.insert(scalar.text) }
        case .faulty: isHealthy = false
        default:
          if isNews("$(\(reference.name))", in: source) {
            report(notText(value, reference, source))
          }
          isHealthy = false
        }
      }
      // A long text is given up before it is copied once more.
      if hasReferences, text.utf8.count > context.limits.valueBytes { break }
    }
    guard isHealthy else { return result }
    (valueBytes, interpolatedBytes) = counted
    if hasReferences { isHealthy = count(text.utf8.count, source) }
    guard isHealthy else { return result }
    let isQuoted = source.node.isQuoted || hasReferences
    result.content = .scalar(.init(text, isQuoted: isQuoted))
    return result
  }

  private mutating func resolve(
    _ reference: InterpolationTemplate.Reference, _ source: TextSource
  ) -> ConfigurationValue {
    switch reference.kind {
    case .parameter(let name): return parameter(name, reference.range, source)
    case .variable(let name, let fallback):
      return variable(name, fallback, reference.range, source)
    case .source(let name, let nameRange, let argument):
      return self.source(name, nameRange, argument, reference.range, source)
    }
  }

  /// Text from outside: data that is never expanded and never null.
  func external(
    _ text: String, _ range: Range<Int>, _ source: TextSource, isSecret: Bool = false
  ) -> ConfigurationValue {
    ConfigurationValue(
      .scalar(.init(text, isQuoted: true)), source.provenance(of: range),
      disclosure: isSecret ? .secret : max(.external, source.disclosure))
  }

  func faulty(_ range: Range<Int>, _ source: TextSource) -> ConfigurationValue {
    ConfigurationValue(.faulty, source.provenance(of: range))
  }

  private mutating func variable(
    _ name: String, _ fallback: InterpolationTemplate?, _ range: Range<Int>, _ source: TextSource
  ) -> ConfigurationValue {
    guard mode == .full else {
      if let fallback { _ = evaluate(fallback, source) }
      return faulty(range, source)
    }
    let value = context.variables[name]
    if let value, fallback == nil || !value.isEmpty {
      if let fallback { checkNames(in: fallback, source) }
      guard count(value.utf8.count, source) else { return faulty(range, source) }
      if SecretNames.isSecret(name) { secrets.insert(value) }
      return external(value, range, source)
    }
    guard let fallback else {
      missingVariables.add(name, source.place(of: range))
      return faulty(range, source)
    }
    var result = evaluate(fallback, source)
    if case .scalar(let scalar) = result.content, fallback.whole == nil {
      // A default is written as text is: `null` and `~` are nil there too, nothing is empty text.
      let isNull = ["~", "null", "Null", "NULL"].contains(scalar.text)
      if isNull, !source.node.isQuoted { result.content = .null }
      if scalar.text.isEmpty { result.content = .scalar(.init("", isQuoted: true)) }
    }
    if fallback.parts.isEmpty { result.provenance = source.provenance(of: range) }
    return result
  }

  /// Checks the names of a default that is not needed today.
  private mutating func checkNames(in fallback: InterpolationTemplate, _ source: TextSource) {
    for reference in fallback.references {
      if case .parameter(let name) = reference.kind, parameters[name] == nil,
        isNews("$(\(name))", in: source)
      {
        report(unknownParameter(name, source.place(of: reference.range)))
      }
    }
  }

  /// Reads a value that is limited as a whole.
  mutating func wholeValue(_ layered: Layered, _ kind: ValueKind) -> ConfigurationValue? {
    (valueBytes, isOverlong) = (0, false)
    let result = value(layered, kind)
    return isOverlong ? faulty(layered) : result
  }

  /// Reads a value that one layer wrote without a mark: there always is one.
  mutating func wholeWritten(_ layered: Layered, _ kind: ValueKind) -> ConfigurationValue {
    (valueBytes, isOverlong) = (0, false)
    let result = written(layered.node, layered.layer, kind)
    return isOverlong ? faulty(layered) : result
  }

  /// Counts the bytes that interpolation makes; false where they are too many.
  mutating func count(_ bytes: Int, _ source: TextSource) -> Bool {
    guard mode == .full else { return true }
    // Told once: for the value, and for the load.
    if isOverlong || isExhausted { return false }
    valueBytes += bytes
    interpolatedBytes += bytes
    let limits = context.limits
    if valueBytes > limits.valueBytes {
      isOverlong = true
      report(tooLong("valueBytes", limits.valueBytes, source))
    } else if interpolatedBytes > limits.interpolatedBytes {
      isExhausted = true
      report(tooLong("interpolatedBytes", limits.interpolatedBytes, source))
    }
    return !isOverlong && !isExhausted
  }
}
