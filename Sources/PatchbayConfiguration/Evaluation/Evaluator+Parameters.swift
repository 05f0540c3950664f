import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension Evaluator {
  /// Returns the value of a `$(name)`.
  mutating func parameter(_ name: String, _ source: TextSource) -> ConfigurationValue {
    guard let row = parameters[name] else {
      if shouldReport("$(\(name))", in: source) {
        let place = source.place
        if isPartOfPassword(source) {
          report(hiddenParameter(at: place), about: name)
        } else {
          reportUnknownParameter(name, place, of: source)
        }
      }
      return faulty(source)
    }
    return parameter(row, source)
  }

  /// Returns the value of a `$(name)`, given the row of the name.
  mutating func parameter(_ row: Int, _ source: TextSource) -> ConfigurationValue {
    if isInsideParameter, case .open = parameters.rows[row].state {
      pending.append(row)
      return faulty(source)
    }
    let place = source.place
    finish(row, usedAt: place)
    if context.variables.keepsSources { parameterReferences.append((row, subject, place)) }
    if parameters.rows[row].isOverlong {
      isOverlong = true
      return faulty(source)
    }
    // Most are texts, which are read without copying the whole value.
    guard let value = parameters.rows[row].evaluated?.value else {
      report(removedParameter(parameters.rows[row], place), about: parameters.rows[row].name)
      return faulty(source)
    }
    if case .scalar(let text) = value.content {
      guard count(text.text.utf8.count, source) else { return faulty(source) }
      var provenance = value.provenance
      provenance.addReference(at: place, keeping: Self.mostRecordedUses)
      return ConfigurationValue(.scalar(text), provenance, disclosure: value.disclosure)
    }
    // The weight itself costs a walk over the whole value.
    guard canInsert(0, at: place) else { return faulty(source) }
    let weight = value.weight
    guard count(weight, source) else { return faulty(source) }
    // Each part of a secret is made anew once more.
    let again = source.disclosure == .secret ? ExpansionBudget.parts(ofBytes: weight) : 0
    guard canInsert(again, at: place) else { return faulty(source) }
    return Self.used(value, at: place)
  }

  /// Returns the value of a parameter that a program uses; nil if an error was reported.
  mutating func parameter(_ name: String, at place: SourcePlace) -> ConfigurationValue? {
    guard let row = parameters[name] else {
      reportUnknownParameter(name, place)
      return nil
    }
    finish(row, usedAt: place)
    guard let value = parameters.rows[row].evaluated?.value else {
      return reject(removedParameter(parameters.rows[row], place))
    }
    if case .faulty = value.content { return nil }
    return Self.used(value, at: place)
  }

  /// Returns the parameters at the top level with their values, nil for one that is required and not
  /// set, or has an error; for a model, with the uses of each and its parts.
  func allParameters() -> [ModelParts.Parameter] {
    var evaluator = self
    var result: [ModelParts.Parameter] = []
    // The position of the parameter that a row is a part of; the rows of a map's entries follow its own.
    var tops: [Int?] = []
    let inner = Set(parameters.rows.flatMap { $0.children ?? [] })
    for row in parameters.rows.indices {
      if inner.contains(row) {
        tops.append(tops.last ?? nil)
        continue
      }
      if case .open = evaluator.parameters.rows[row].state { evaluator.finish(row) }
      let value = evaluator.parameters.rows[row].evaluated?.value
      tops.append(value.map { _ in result.count })
      guard let value else { continue }
      let isFaulty = if case .faulty = value.content { true } else { false }
      result.append(.init(name: parameters.rows[row].name, value: isFaulty ? nil : value))
    }
    // By the offset alone, because the hash of a whole use costs as much as all else of it.
    var known: [Int: [ParameterReference]] = [:]
    for index in evaluator.parameterReferences.indices {
      let (row, subject, place) = evaluator.parameterReferences[index]
      guard let top = tops[row] else { continue }
      let use = ParameterReference(
        name: parameters.rows[row].name, subject: subject.description, path: subject.fullPath,
        place: place)
      let offset = place.span?.range.lowerBound ?? -1
      if known[offset]?.contains(use) == true { continue }
      known[offset, default: []].append(use)
      result[top].uses.append(use)
    }
    return result
  }

  /// Returns a lookup that evaluates parameters on demand.
  func lookup() -> ParameterLookup {
    // Without the services, which nothing needs that a plan keeps. Each part of the stack by itself: the
    // metadata for a copy of the whole costs a program 60,000 instructions at its start.
    ParameterLookup {
      [
        files = stack.files, layers = stack.layers, others = stack.others, context, policy,
        parameters, secrets
      ]
      name, place in
      var document = LayeredDocument(limits: context.limits)
      document.stack = LayerStack(files, layers, others: others)
      var evaluator = Evaluator(
        MergedDocument(document), context, policy, parameters, secrets)
      let value = evaluator.parameter(name, at: place)
      evaluator.reportMissing()
      var collector = DiagnosticCollector()
      for diagnostic in evaluator.reports.advised(by: evaluator) { collector.add(diagnostic) }
      return (collector.hasErrors ? nil : value, collector.errors)
    }
  }

  /// Evaluates a parameter if necessary, and records the required parameters that this use needs.
  @inline(__always)
  private mutating func finish(_ row: Int, usedAt place: SourcePlace) {
    if case .open = parameters.rows[row].state { finish(row) }
    let required = parameters.rows[row].required
    if required.isEmpty { return }
    let isWithin = canExpand(by: required.count, at: place) {
      "what `\($0.parameters.rows[row].name)` requires"
    }
    guard isWithin else { return }
    for row in required { requiredParameters.add(parameters.rows[row].name, place) }
  }

  /// Evaluates a parameter and those that it needs, without recursion, because chains may be long.
  private mutating func finish(_ row: Int) {
    let outer = (subject, valueBytes, isOverlong, outerVariables)
    // Others may use it outside of the default, and it is evaluated once.
    outerVariables = []
    isInsideParameter = true
    var stack = [row]
    while let top = stack.last {
      guard case .open = parameters.rows[top].state else {
        stack.removeLast()
        continue
      }
      let counted = expansion.used
      (pending, valueBytes, isOverlong) = ([], 0, false)
      let value = evaluate(row: top)
      if pending.isEmpty {
        if let value, value.disclosure == .secret { secrets.insert(value) }
        parameters.rows[top].state = .done(.init(value))
        stack.removeLast()
      } else {
        // It is evaluated again after those that it needs.
        expansion.reset(to: counted)
        stack += pending
      }
    }
    isInsideParameter = false
    pending = []
    (subject, valueBytes, isOverlong, outerVariables) = outer
  }

  /// Evaluates one parameter; adds those that it needs and that are not evaluated to `pending`.
  private mutating func evaluate(row: Int) -> ConfigurationValue? {
    parameters.rows[row].isUsed = true
    let value = parameters.rows[row].value
    guard let children = parameters.rows[row].children else {
      if value.shape == .required {
        parameters.rows[row].required = [row]
        return faulty(value)
      }
      subject = Subject(owner: .parameters, name: parameters.rows[row].name)
      var result = self.value(value)
      let key = parameters.rows[row].key
      if pending.isEmpty, SecretNames.isSecret(key), var credential = result {
        keepSecret(&credential, key, value)
        result = credential
      }
      if parameters.rows[row].isSecret { result = result?.concealed }
      parameters.rows[row].isOverlong = isOverlong
      return isOverlong ? faulty(value) : result
    }
    for child in children {
      if case .open = parameters.rows[child].state { pending.append(child) }
    }
    guard pending.isEmpty else { return nil }
    var result = ConfigurationValue(.null, Provenance(value.origin))
    var entries: [ConfigurationValue.Entry] = []
    for child in children {
      parameters.rows[row].required += parameters.rows[child].required
      guard let value = parameters.rows[child].evaluated?.value else { continue }
      let childRow = parameters.rows[child]
      result.disclosure = result.disclosure.joined(with: value.disclosure)
      entries.append(.init(key: childRow.key, keyPlace: childRow.keyPlace, value: value))
    }
    result.content = .map(entries)
    return result
  }

  /// The largest number of uses that a value records between the parameter and the argument.
  private static let mostRecordedUses = 8

  /// Returns a parameter's value with a use recorded in it and in every part of it.
  private static func used(_ value: ConfigurationValue, at place: SourcePlace) -> ConfigurationValue
  {
    var used = value.mapParts { Self.used($0, at: place) }
    used.provenance.addReference(at: place, keeping: mostRecordedUses)
    return used
  }

  /// Whether a reference is next to other text of a password, so that it may not be meant as one.
  func isPartOfPassword(_ source: TextSource) -> Bool {
    mayBePassword(source) && !source.isWhole
  }

  /// Returns the error of an unknown name that may be a part of a password.
  func hiddenParameter(at place: SourcePlace) -> Diagnostic {
    Diagnostic(
      .unknownParameter, "a `$(…)` in this secret names no parameter", at: place,
      "is not shown, as it may be a part of the secret"
    )
    .fix("for the text `$(` itself, write `$$(`")
  }

  private func removedParameter(_ row: ParameterTable.Row, _ place: SourcePlace) -> Diagnostic {
    let layer = stack.layers[row.value.layer].name
    return Diagnostic(
      .unknownParameter, "the parameter `\(row.name)` is removed by the layer `\(layer)`",
      at: place, "used here"
    )
    .label(row.value.origin.place, "removed here")
  }
}
