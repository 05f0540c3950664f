import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

// Names of parameters that there are not.
extension Evaluator {
  /// Reports a `$(name)` that names no parameter; `range` is its place in the text of `source`.
  mutating func reportUnknownParameter(
    _ name: String, _ place: SourcePlace, of source: TextSource? = nil
  ) {
    let parent = parent(of: name).map { parameters.rows[$0] }
    // A map that could not be merged was reported there.
    if parent?.value.shape == .faulty { return }
    let scope = context.environment.map { " in the environment `\($0)`" } ?? ""
    let error = Diagnostic(
      .unknownParameter, "no parameter is named `\(name)`\(scope)", at: place, "used here")
    report(error, about: name) { [subject] error, evaluator in
      if let parent, let replaced = Self.replaced(parent, name) { return replaced(error) }
      let elsewhere = evaluator.stack.others.settings(ofParameter: name)
      guard elsewhere.isEmpty else {
        let renamed = evaluator.renamed(name, in: subject)
        return error.labels(elsewhere.labels("set"))
          .fix(renamed.flatMap { .didYouMean(anyOf: [$0], replacing: nil) })
          .fix(elsewhere.advice("set", lackingIn: evaluator.context.environment))
      }
      let service = evaluator.reference(to: name, in: subject, insteadOf: source)
      return service.map { error.fix($0) } ?? evaluator.naming(error, name, place, in: subject)
    }
  }

  /// Returns the row of the longest part of a name that is a parameter: that of `http` for `http.host`.
  private func parent(of name: String) -> Int? {
    var name = name[...]
    // A part costs a look at what is before it.
    guard name.utf8.count <= 256 else { return nil }
    while let dot = name.lastIndex(of: ".") {
      name = name[..<dot]
      if let row = parameters[String(name)] { return row }
    }
    return nil
  }

  /// Returns what completes the error of a name that is missing because its map was replaced as a whole; nil if it
  /// was not.
  private static func replaced(
    _ map: ParameterTable.Row, _ name: String
  ) -> ((Diagnostic) -> Diagnostic)? {
    let rest = name.dropFirst(map.name.utf8.count + 1)
    // What the map never had is only misspelt.
    guard let merged = map.value.merged, let first = rest.split(separator: ".").first,
      merged.overridden.compactMap(\.place.span).contains(where: { span in
        String(decoding: span.file.bytes[span.range], as: UTF8.self).contains(text: String(first))
      })
    else { return nil }
    return { error in
      error.label(map.keyPlace, "takes the place of the whole map `\(map.name)`, without `\(rest)`")
        .fix(
          map.children != nil && merged.mask?.node.knownTag == .replace
            ? "leave `!replace` out, and the other parts of the map stay"
            : "set `\(name)` there, or change another part of the map by its name")
    }
  }

  /// Returns the error of an unknown parameter with similar names, or with the variable that was meant.
  private func naming(
    _ error: Diagnostic, _ name: String, _ place: SourcePlace, in subject: Subject
  ) -> Diagnostic {
    // `$(parameters.http.host)` has the name of the section in front.
    let own = name.hasPrefix("parameters.") ? String(name.dropFirst(11)) : nil
    let misspelt =
      own.map { parameters[$0] != nil } == true
      ? [own].compactMap(\.self)
      : nearMisses(of: name, in: parameters.names.lazy.filter { !subject.isPart(of: $0) })
    let renamed = misspelt.isEmpty ? renamed(name, in: subject) : nil
    let near = renamed.map { [$0] } ?? misspelt
    let similar = near.first.flatMap { parameters[$0] }.map { parameters.rows[$0].keyPlace }
    let span = Self.span(of: name, place)
    return error.label(similar, "a similar name is defined here")
      // A parameter of another map may be one of another service: only a person knows.
      .fix(.didYouMean(anyOf: near, replacing: renamed == nil ? span : nil))
      .fix(near.isEmpty ? Self.variable(name, span) : nil)
  }

  /// Returns the span of a name in its `$(…)`; nil if the file spells it differently.
  private static func span(of name: String, _ place: SourcePlace) -> SourceSpan? {
    guard let whole = place.span, whole.range.count == name.utf8.count + 3 else { return nil }
    return SourceSpan(whole.file, whole.range.lowerBound + 2..<whole.range.upperBound - 1)
  }

  /// Returns the name that a parameter probably got: of the parameters that nothing uses, one alone has the same last
  /// part in another map, or in the same map a last part that ends with it.
  private func renamed(_ name: String, in subject: Subject) -> String? {
    func parts(_ name: String) -> (parent: String, last: String) {
      let last = name.split(separator: ".").last.map(String.init) ?? name
      return (String(name.dropLast(last.count)), last)
    }
    let old = parts(name)
    let candidates = parameters.rows.lazy.filter { row in
      guard row.hasName, !row.isUsed, !row.isNamed, row.keyPlace.span != nil,
        !subject.isPart(of: row.name)
      else { return false }
      let new = parts(row.name)
      return new.last == old.last
        || new.parent == old.parent && new.last.lowercased().hasSuffix(old.last.lowercased())
    }
    let first = Array(candidates.prefix(2)).map(\.name)
    return first.count == 1 ? first[0] : nil
  }

  /// Returns the fix of a name that is spelt like that of an environment variable.
  private static func variable(_ text: String, _ span: SourceSpan?) -> Diagnostic.FixIt? {
    let name = text.lowercased().hasPrefix("env.") ? String(text.dropFirst(4)) : text
    guard name.utf8.first?.isCapital == true, looksLikeVariable(name) else { return nil }
    return .init(
      "an environment variable is `$(env:\(name))`",
      edits: span.map { [TextEdit($0, "env:\(name)")] } ?? [])
  }
}

extension Evaluator.Subject {
  /// Whether it is the parameter with a name, or a part of it, so that its value cannot need the name.
  fileprivate func isPart(of parameter: String) -> Bool {
    guard case .parameters = owner else { return false }
    return name == parameter || name.hasPrefix("\(parameter).")
  }
}

// What is used but not set.
extension Evaluator {
  /// Reports each variable and each required parameter that is used but not set, with its uses.
  mutating func reportMissing() {
    for name in missingVariables.names {
      let isEmpty = context.variables.values?[name] != nil
      report(
        Diagnostic(
          .missingEnvironmentVariable,
          "the environment variable `\(name)` is \(isEmpty ? "empty" : "not set")",
          labels: Self.useLabels(missingVariables.places[name] ?? []))
      ) { error, evaluator in
        let others = evaluator.alternatives[name] ?? []
        if !others.isEmpty {
          return error.fix("set it, or \(others.quoted(joinedBy: "or")), whose default reads it")
        }
        if isEmpty { return error.fix(.meaningOfEmpty(name)) }
        return error.fix(Self.missingColon(name))
          .fix(.didYouMean(anyOf: evaluator.context.variables.names(near: name), replacing: nil))
          .fix(
            evaluator.missingSecrets.contains(name)
              ? "set it where the program is started: a default would write a secret into the file"
              : "set it, or give a default: `$(env:\(name):-default)`")
      }
    }
    for name in requiredParameters.names {
      guard let row = parameters[name] else { continue }
      reportRequired(parameters.rows[row], requiredParameters.places[name] ?? [])
    }
  }

  /// Returns the fix for a default after `-` instead of `:-`; nil if the name has no `-`, which
  /// names of variables rarely have.
  static func missingColon(_ name: String) -> Diagnostic.FixIt? {
    guard let dash = name.utf8.firstIndex(of: UInt8(ascii: "-")), dash > name.startIndex else {
      return nil
    }
    let (variable, fallback) = (name[..<dash], name[name.utf8.index(after: dash)...])
    return .init(
      "a default follows `:-`, or `??` where an empty text counts; was "
        + "`$(env:\(variable):-\(fallback))` meant?")
  }

  private mutating func reportRequired(_ row: ParameterTable.Row, _ places: [SourcePlace]) {
    let layer = stack.layers[row.value.layer].name
    let node = row.value.node
    let purpose = node.text.isEmpty ? "" : ": \(node.text)"
    let place = context.environment.map { " in the environment `\($0)`" } ?? ""
    report(
      Diagnostic(
        .requiredParameter, "no layer sets the required parameter `\(row.name)`\(place)",
        labels: Self.useLabels(places)
      )
      .label(node.wholePlace, "required by the layer `\(layer)`\(purpose)")
    ) { error, evaluator in
      let others = evaluator.stack.others.settings(ofParameter: row.name)
        .map(\.environment)
      let number = others.count == 1 ? "environment" : "environments"
      return error.note(others.isEmpty ? nil : "it is set for the \(number) \(others.quoted())")
        .fix("set it in a layer above", suggestion: "parameters: { \(row.name): <value> }")
    }
  }

  private static func useLabels(_ places: [SourcePlace]) -> [Diagnostic.Label] {
    places.enumerated().map { .init($1, $0 == 0 ? "used here" : "and here") }
  }
}

// What is set but not used.
extension Evaluator {
  /// The largest number of parameters for which a similar one is looked for.
  static let mostCompared = 100

  /// Warns of parameters that an upper layer adds and that were probably meant to set one of a lower
  /// layer: no text names them, and some text uses one with nearly the same name.
  mutating func warnOfSimilarParameters(above first: Int) {
    guard !reports.hasErrors else { return }
    let added = parameters.rows.filter { $0.value.layer >= first && isUnusedAddition($0) }
    for row in added.prefix(Self.mostCompared) {
      guard let meant = parameterMeant(by: row) else { continue }
      report(
        Diagnostic(
          .similarName,
          "`\(row.name)` is a new parameter that nothing uses, and nearly has the name `\(meant.name)`",
          at: row.keyPlace, "a new name"
        )
        .asWarning
        .label(meant.keyPlace, "`\(meant.name)` is set here")
        .fix(Self.rename(row, to: meant)))
    }
  }

  private func isUnusedAddition(_ row: ParameterTable.Row) -> Bool {
    guard row.children == nil, !row.isUsed, !row.isNamed, row.hasName,
      row.value.merged?.overridden.isEmpty ?? true, row.value.shape != .nothing
    else { return false }
    if case .open = row.state { return true }
    return false
  }

  /// Returns the parameter of a lower layer that an unused one was probably meant to set, or the map of which it was
  /// meant to be a part.
  func parameterMeant(by row: ParameterTable.Row) -> ParameterTable.Row? {
    parameterMeant(by: row, named: row.name, asMap: false)
      ?? parameterMeant(
        by: row, named: String(row.name.dropLast(row.key.utf8.count + 1)), asMap: true)
  }

  private func parameterMeant(
    by row: ParameterTable.Row, named name: String, asMap: Bool
  ) -> ParameterTable.Row? {
    let below = parameters.rows.lazy.filter { other in
      guard (other.children != nil) == asMap, other.isUsed, other.hasName else { return false }
      let value = other.value
      let origins = [value.layer] + (value.merged?.overridden ?? []).map(\.layer)
      return stack.areBelow(origins, row.value.layer)
    }
    let near = probableMisspellings(of: name, in: below.map(\.name), shortestWord: 3)
    return near.first.flatMap { parameters[$0] }.map { parameters.rows[$0] }
  }

  /// Returns the fix that asks for a similar name, with the edit where the key has the whole name or
  /// only its last part differs.
  static func rename(
    _ row: ParameterTable.Row, to meant: ParameterTable.Row
  ) -> Diagnostic.FixIt {
    let text = row.keyPlace.span.map { String(decoding: $0.file.bytes[$0.range], as: UTF8.self) }
    let parents = [row, meant].map { $0.name.dropLast($0.key.utf8.count) }
    let isLast = text == row.key && parents[0] == parents[1]
    let name = text == row.name ? meant.name : isLast ? meant.key : nil
    return .init(
      "did you mean `\(meant.name)`?", replacing: name == nil ? nil : row.keyPlace, with: name ?? ""
    )
  }

  /// Returns the fix for a part of a section that is read as a parameter, because the section is indented too
  /// far; nil for any other parameter.
  func sectionMeant(by row: ParameterTable.Row) -> Diagnostic.FixIt? {
    let top = String(row.name.prefix { $0 != "." })
    guard let field = FileField.named(top), field != .parameters, let whole = parameters[top],
      [.map, .list].contains(parameters.rows[whole].value.shape)
    else { return nil }
    return .init("was the section `\(top):` meant? Write it next to `parameters:`, not in it")
  }
}
