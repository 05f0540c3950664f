package import PatchbayCore
package import PatchbayDiagnostics

/// The check of many combinations of environments and overlays: what is wrong, each cause once.
package struct CombinedCheck {
  /// A diagnostic, and the combinations in which it was found, ascending; none for one of all
  /// together.
  package struct Finding {
    /// The diagnostic, as the first of the combinations has it.
    package internal(set) var diagnostic: Diagnostic
    package internal(set) var combinations: [Int]
  }

  /// Checks one combination, and reports what is wrong with it.
  package typealias Check = (
    ServiceConfiguration, Combination, inout DiagnosticCollector
  ) -> Plan.Findings

  package let grid: CombinationGrid
  /// What is wrong, in the order in which it was found.
  package var findings: [Finding] { causes.findings }
  /// What needs values from outside, by the combination.
  package private(set) var unreadVariables: Set<String> = []
  /// The values that only types of the program can check.
  package private(set) var unchecked: [String] = []
  /// The number of errors that the base alone has, although every environment is right; 0 if it was
  /// not checked on the side.
  package private(set) var errorsOfBase = 0
  /// The types of the catalog that nothing names, sorted; empty if there are errors.
  package private(set) var unusedTypes: [String] = []

  private var causes = FindingsByCause()
  private var usage = Usage()
  /// Whether some combination defines a service or an alias.
  private var hasServices = false
  /// The overlays that change something in an environment.
  private var effective: Set<Int> = []

  package init(_ grid: CombinationGrid) { self.grid = grid }

  /// Whether an error was found.
  private var hasErrors: Bool { findings.contains { $0.diagnostic.severity == .error } }

  /// Checks every combination; each file is parsed once.
  ///
  /// What nothing uses is only to be found if the combinations are those of all environments.
  package mutating func run(
    _ configuration: ServiceConfiguration, catalog: FactoryCatalog, findsUnused: Bool,
    progress: (Int) -> Void = { _ in }, _ check: Check
  ) {
    let configuration = configuration.forChecks
    var plain: [String]?
    for index in 0..<grid.count {
      progress(index)
      var collector = DiagnosticCollector()
      let found = check(configuration, grid[index], &collector)
      unreadVariables.formUnion(found.requirements.variables.map(\.name))
      for unchecked in found.unchecked where !self.unchecked.contains(unchecked.summary) {
        self.unchecked.append(unchecked.summary)
      }
      for diagnostic in collector.diagnostics { add(diagnostic, index) }
      guard findsUnused else { continue }
      usage.formUnion(found.usage)
      hasServices = hasServices || found.definitions.map { !$0.isEmpty } ?? true
      let overlay = grid.overlay(of: index)
      if effective.count == grid.overlays.count || overlay.map(effective.contains) ?? false {
        continue
      }
      let meaning = collector.hasErrors ? nil : found.definitions?.meaning(in: catalog)
      if let overlay {
        if meaning == nil || meaning != plain { effective.insert(overlay) }
      } else {
        plain = meaning
      }
    }
    dropPartlyNeedless()
    if findsUnused {
      for diagnostic in configuration.nameWarnings where !causes.contains(diagnostic.cause) {
        add(diagnostic)
      }
    }
    guard findsUnused, !hasErrors else { return }
    if !grid.environments.contains(nil) {
      // An environment may replace all that uses a part of the base.
      var ignored = DiagnosticCollector()
      let base = Combination(environment: nil, overlays: [])
      usage.formUnion(usedBy: check(configuration, base, &ignored).usage)
      errorsOfBase = ignored.errors.count
    }
    if !hasServices, let type = catalog.typeNames.first {
      add(configuration.withoutServices(example: type))
    }
    for diagnostic in usage.unused { add(diagnostic) }
    for overlay in grid.overlays.indices where !effective.contains(overlay) {
      // One warning for the whole file.
      let file = grid.overlays[overlay].path
      causes.findings.removeAll { $0.diagnostic.isNeedlessPatch && $0.diagnostic.file == file }
      if findings.contains(where: { $0.diagnostic.isRepeatedFile && $0.diagnostic.file == file }) {
        continue
      }
      add(unusedOverlay(overlay))
    }
    // Where no service is defined, none of the types is used, and that is what the warning says.
    if hasServices {
      unusedTypes = catalog.typeNames.filter { !usage.uses(.init(.type, $0)) }
    }
  }

  /// Adds a diagnostic that belongs to no combination.
  package mutating func add(_ diagnostic: Diagnostic) {
    causes.findings.append(Finding(diagnostic: diagnostic, combinations: []))
  }

  /// Adds a diagnostic of one combination.
  package mutating func add(_ diagnostic: Diagnostic, _ combination: Int) {
    // A message may name the environment, which is no cause.
    let environment = grid[combination].environment.map { " in the environment `\($0)`" }
    var general = diagnostic
    while let environment, let range = general.message.firstRange(ofText: environment) {
      general.message.removeSubrange(range)
    }
    let known = causes.add(diagnostic, general.cause, in: combination)
    if let known, environment != nil { causes.findings[known].diagnostic.message = general.message }
  }

  /// Forgets patches of overlays that change something in other environments.
  private mutating func dropPartlyNeedless() {
    let grid = grid
    causes.findings.removeAll { finding in
      guard finding.diagnostic.isNeedlessPatch else { return false }
      // What holds without any overlay is a patch of the configuration itself.
      if finding.combinations.contains(where: { grid.overlay(of: $0) == nil }) { return false }
      return Set(finding.combinations.map { grid.environment(of: $0) }).count
        < grid.environments.count
    }
  }

  private func unusedOverlay(_ overlay: Int) -> Diagnostic {
    let name = grid.overlayNames[overlay]
    return Diagnostic(
      .unusedOverlay,
      "the overlay `\(name)` changes nothing in any environment",
      at: .file(grid.overlays[overlay].path ?? name)
    )
    .asWarning
    .fix("remove the file, or what it sets to the value that is there already")
  }
}

extension CombinedCheck {
  /// The fix for an overlay of tests, which may name types that only tests have.
  private static let catalogOfTests =
    "if only tests have this type, check the overlay in a test, with the catalog of the tests: "
    + "`expectWiring(…, catalog: .tests, overlays: …)`"

  /// All diagnostics, errors before warnings, each by place, with a note where it does not hold
  /// everywhere.
  package var diagnostics: [Diagnostic] { inOrder(findings) }

  /// The same diagnostics for formats without notes: the message says where it holds.
  package var diagnosticsWithoutNotes: [Diagnostic] {
    inOrder(findings) { $0.message += " (found \($1))" }
  }

  /// Returns findings as diagnostics, errors before warnings, each by place, with where they hold
  /// if that is not everywhere.
  package func inOrder(
    _ findings: some Sequence<Finding>,
    _ add: (inout Diagnostic, String) -> Void = { $0.notes.append("found \($1)") }
  ) -> [Diagnostic] {
    findings.map { finding in
      var diagnostic = finding.diagnostic
      if let place = grid.place(of: finding.combinations, at: diagnostic.file) {
        add(&diagnostic, place)
      }
      if diagnostic.code == .unknownType, grid.isOfOverlays(finding.combinations) {
        diagnostic.fixIts.append(.init(Self.catalogOfTests))
      }
      return diagnostic
    }
    .errorsFirst
  }
}

/// What several checks found, each cause once.
struct FindingsByCause {
  var findings: [CombinedCheck.Finding] = []
  private var indices: [Diagnostic: Int] = [:]

  /// Whether a check has found something with the parts that identify a diagnostic.
  func contains(_ cause: Diagnostic) -> Bool { indices[cause] != nil }

  /// Adds what one of the checks found; returns its position if an earlier one has found it, too.
  @discardableResult
  mutating func add(_ diagnostic: Diagnostic, _ cause: Diagnostic, in combination: Int) -> Int? {
    guard let index = indices[cause] else {
      indices[cause] = findings.count
      findings.append(.init(diagnostic: diagnostic, combinations: [combination]))
      return nil
    }
    guard findings[index].combinations.last != combination else { return nil }
    findings[index].combinations.append(combination)
    return index
  }
}

extension Diagnostic {
  /// The parts that identify a diagnostic among those of several checks: notes, paths and further
  /// places may differ between them, and suggestions exist until their budget is spent.
  var cause: Diagnostic {
    var cause = self
    (cause.notes, cause.fixIts, cause.requestedBy) = ([], [], [])
    cause.labels = Array(cause.labels.prefix(1))
    return cause
  }
}

extension DefinitionSet {
  fileprivate var isEmpty: Bool { definitions.isEmpty && aliases.isEmpty }

  /// Returns what the definitions wire, wherever their texts are: the hash of their model, and what it
  /// does not cover of roots and deprecations; nil if there is an error.
  fileprivate func meaning(in catalog: FactoryCatalog) -> [String]? {
    var definitions = self
    var parts = ModelParts()
    parts.parameters = checks.parameterValues
    definitions.checks.modelParts = parts
    var ignored = DiagnosticCollector()
    let model = Plan.findings(in: definitions, catalog: catalog, into: &ignored).model
    let deprecations =
      definitions.definitions.map { $0.deprecated?.text }
      + definitions.aliases.map { $0.deprecated?.text }
    return model.map { [$0.hash] + roots.map(\.text) + deprecations.map { $0 ?? "" } }
  }
}

extension ServiceConfiguration {
  /// Returns the warning of a configuration in which nothing is defined.
  fileprivate func withoutServices(example type: String) -> Diagnostic {
    let key = servicesKey
    let example = "<key>: { type: \(ScalarText.written(type)) }"
    return Diagnostic(
      .missingField, "the configuration defines no service", at: key ?? .file(name),
      key == nil ? "has no `services`" : "no service is under this key"
    )
    .asWarning
    .fix("define the first service", suggestion: key == nil ? "services:\n  \(example)" : example)
  }
}

extension Diagnostic {
  fileprivate var isNeedlessPatch: Bool { code == .patchWithoutEffect }
  fileprivate var isRepeatedFile: Bool { code == .repeatedFile }

  /// The name of the file that it is reported at; nil for a place in Swift.
  fileprivate var file: String? {
    switch labels.first?.place {
    case .span(let span): span.file.name
    case .file(let name): name
    default: nil
    }
  }
}
