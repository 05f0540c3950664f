package import PatchbayDiagnostics

extension Plan {
  /// What a check finds besides diagnostics.
  package struct Findings: Sendable {
    /// What has to be set, and which files have to exist.
    package var requirements = ExternalRequirements()
    /// The values that only the program's own types could check.
    package var unchecked: [Unchecked] = []
    /// The wiring as data; nil if there is an error, or if the definitions were not read for a model.
    package var model: WiringModel?
    /// What is used and what is not; empty unless the definitions record it.
    package var usage = Usage()
    /// The definitions that were checked; nil unless they record what is used.
    package var definitions: DefinitionSet?
    /// The unknown parts of values and what reads them, from which the requirements are made.
    var uses: [UnknownUse] = []

    /// Creates findings of nothing.
    package init() {}
  }

  /// Validates definitions against a catalog without making a plan: their variables may be unknown.
  ///
  /// - Parameters:
  ///   - definitions: The definitions of a configuration or a program.
  ///   - catalog: The available factories.
  ///   - parent: For a child, the plan whose services back its own.
  ///   - collector: Receives every error and every warning.
  /// - Returns: What the definitions need from outside, as far as it could be determined.
  package static func findings(
    in definitions: DefinitionSet, catalog: FactoryCatalog, parent: Plan? = nil,
    into collector: inout DiagnosticCollector
  ) -> Findings {
    var draft = PlanDraft(
      definitions: definitions, catalog: catalog, parent: parent, hints: collector.hints)
    for pass in planPasses { pass(&draft) }
    draft.reportAll(into: &collector)
    if !collector.hasErrors { reportLeftovers(of: draft, into: &collector) }
    let uses = definitions.unknownUses + draft.unknownUses
    for conflict in VariableReaders.all(uses).compactMap(\.conflict) { collector.add(conflict) }
    var findings = Findings()
    findings.uses = uses
    findings.requirements = ExternalRequirements(uses)
    findings.unchecked = draft.unchecked
    if definitions.modelParts != nil, !collector.hasErrors {
      findings.model = ModelBuilder.model(of: draft, findings.requirements)
    }
    if var usage = definitions.usage {
      draft.addUsage(to: &usage)
      findings.usage = usage
      findings.definitions = definitions
    }
    return findings
  }
}

/// The readers of one variable.
private struct VariableReaders {
  let name: String
  var uses: [UnknownUse]

  /// Returns the readers of every variable, by their names.
  static func all(_ uses: [UnknownUse]) -> [VariableReaders] {
    var positions: [String: Int] = [:]
    var all: [VariableReaders] = []
    for use in uses {
      guard case .variable(let name) = use.source.kind else { continue }
      if let position = positions[name] {
        all[position].uses.append(use)
      } else {
        positions[name] = all.count
        all.append(VariableReaders(name: name, uses: [use]))
      }
    }
    return all.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Texts of which every type that reads numbers, flags or durations accepts at least one.
  private static let samples = ["0", "true", "1s"]

  /// The error of readers that no text satisfies; nil if there may be one.
  var conflict: Diagnostic? {
    // A type with rules of its own may accept anything.
    // What is read only where another variable is unset may never be read.
    let certain = uses.filter { $0.conditions.isEmpty && !$0.reader.isOpaque }
    var types: Set<TypeName> = []
    let whole = certain.filter { $0.isWhole && types.insert($0.reader.type).inserted }
    guard whole.contains(where: { $0.reader.type != TypeName(String.self) }) else { return nil }
    let closed = whole.first { $0.reader.isClosed }
    // Only cases decide whether a text fits a pattern: other types accept texts without number.
    let known = closed == nil ? whole : whole + certain.filter { !$0.isWhole }
    let candidates = Set(closed?.reader.cases ?? Self.samples + whole.flatMap(\.reader.cases))
    if candidates.contains(where: { text in known.allSatisfy { $0.accepts(text) } }) { return nil }
    var seen: Set<TypeName> = []
    let differing = known.filter {
      // The text around a part of a secret must not be shown.
      $0.isWhole || !$0.isSecret
    }
    .filter {
      $0.reader.type != TypeName(String.self) && seen.insert($0.reader.type).inserted
    }
    guard let first = differing.first else { return nil }
    let labels = differing.prefix(4).map {
      Diagnostic.Label($0.source.place, "\($0.subject) must be \($0.reader.expectation)")
    }
    return Diagnostic(
      .variableConflict,
      "no text of the environment variable `\(name)` can be read by everything that reads it",
      at: first.source.place, labels[0].message
    )
    .labels(Array(labels.dropFirst()))
    .fix("use a variable for each")
  }
}

extension ExternalRequirements {
  /// Gathers what all uses need.
  init(_ uses: [UnknownUse]) {
    self.init()
    variables = VariableReaders.all(uses).map { variable in
      let readers = variable.uses.map { use in
        Reader(
          type: use.reader.type.description, expectation: use.reader.expectation,
          cases: use.reader.cases, pattern: use.pattern, subject: use.subject,
          place: use.source.place, hasDefault: use.source.fallback != nil,
          unless: use.conditions, isSecret: use.isSecret, accepts: { use.accepts($0) })
      }
      return Variable(
        name: variable.name, fallback: Self.fallback(variable.uses),
        isSecret: SecretNames.isSecret(variable.name) || variable.uses.contains(where: \.isSecret),
        readers: readers)
    }
    var known: Set<String> = []
    for use in uses {
      guard case .file(let path?) = use.source.kind, known.insert(path).inserted else { continue }
      files.append(File(path: path, subject: use.subject, place: use.source.place))
    }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Returns what a variable is where it is unset; nil if one use has no default.
  private static func fallback(_ uses: [UnknownUse]) -> Fallback? {
    var found: Fallback?
    for use in uses {
      guard let value = use.source.fallback else { return nil }
      let own: Fallback =
        switch value.content {
        case .null: .null
        case .scalar(let scalar) where value.disclosure == .open && !use.isSecret:
          .text(scalar.text)
        default: .hidden
        }
      found = found == nil || found == own ? own : .several
    }
    return found
  }
}
