import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension Evaluator {
  /// Creates the table of parameters, and checks the shape, the names and the cycles of all,
  /// whether they are used or not.
  mutating func buildParameters(_ root: LayeredValue?) {
    guard let root else { return }
    if let mask = root.merged?.mask, !mask.hasEffect {
      report(.replaceWithoutBase(mask.node, "`parameters`"))
    }
    parameters = ParameterTable(root)
    policy = .listReferences
    var uses: [Int: [ParameterTable.Use]] = [:]
    for row in parameters.rows.indices {
      let entry = parameters.rows[row]
      subject = Subject(owner: .parameters, name: entry.name)
      let faultsBefore = faults
      warnOfReference(inKey: entry.key, at: entry.keyPlace)
      if entry.children != nil {
        checkMarks(ofMap: entry.value)
      } else {
        listedReferences = []
        checkWritten(entry)
        if !listedReferences.isEmpty { uses[row] = listedReferences }
      }
      if faults > faultsBefore { fail(row) }
    }
    policy = .evaluate
    findCycles(check(uses))
  }

  /// Checks the shape of a parameter that is no map, as it is written.
  mutating func checkWritten(_ row: ParameterTable.Row) {
    subject = Subject(owner: .parameters, name: row.name)
    if row.value.shape == .required, row.value.merged == nil { return }
    if row.isSecret, row.value.merged?.isSecret != true, !row.value.node.isFromProgram {
      likelySecrets.append(row.value.node.contentSpan)
    }
    _ = lintSecret(row.key, row.value)
    if row.value.shape != .required { _ = value(row.value, .data) }
  }

  private mutating func fail(_ row: Int) {
    parameters.rows[row].state = .done(.init(faulty(parameters.rows[row].value)))
  }

  /// Reports unknown names, and returns the uses of known ones.
  private mutating func check(
    _ uses: [Int: [ParameterTable.Use]]
  ) -> [Int: [(target: Int, use: ParameterTable.Use)]] {
    var edges: [Int: [(target: Int, use: ParameterTable.Use)]] = [:]
    for row in uses.keys.inStableOrder(by: <) {
      subject = Subject(owner: .parameters, name: parameters.rows[row].name)
      // All uses of a name in one value have the same cause, and there may be thousands.
      var counts: [String: Int] = [:]
      for use in uses[row] ?? [] {
        let count = counts[use.name, default: 0] + 1
        counts[use.name] = count
        if let target = parameters[use.name] {
          parameters.markNamed(target)
          if count == 1 { edges[row, default: []].append((target, use)) }
        } else if count <= Self.mostInText {
          report(
            use.isHidden
              ? hiddenParameter(at: .span(use.span))
              : unknownParameter(use.name, .span(use.span)))
          fail(row)
        }
      }
    }
    return edges
  }

  /// Reports parameters that need themselves, with a depth-first search without recursion.
  private mutating func findCycles(
    _ edges: [Int: [(target: Int, use: ParameterTable.Use)]]
  ) {
    guard !edges.isEmpty else { return }
    enum Colour { case white, grey, black }
    var colours = [Colour](repeating: .white, count: parameters.rows.count)
    for start in edges.keys.inStableOrder(by: <) where colours[start] == .white {
      // Each step has the position of its next use; a map leads to its entries.
      var path: [(row: Int, next: Int)] = [(start, 0)]
      colours[start] = .grey
      while let step = path.last {
        let children = parameters.rows[step.row].children
        let target =
          children.map { step.next < $0.count ? $0[step.next] : nil }
          ?? edges[step.row].flatMap { step.next < $0.count ? $0[step.next].target : nil }
        guard let target else {
          colours[step.row] = .black
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        switch colours[target] {
        case .black: break
        case .white:
          colours[target] = .grey
          path.append((target, 0))
        case .grey:
          let cycle = path.drop { $0.row != target }
          let place = parameters.rows[target].keyPlace
          // Many cycles may share most of their steps, and a message names each of them twice.
          let isWithin = canExpand(by: 2 * path.count, at: place) { _ in
            "parameters that need each other"
          }
          guard isWithin else { return }
          reportCycle(
            cycle.compactMap { step in
              edges[step.row].map { (step.row, $0[step.next - 1].use) }
            })
        }
      }
    }
  }

  private mutating func reportCycle(_ steps: [(row: Int, use: ParameterTable.Use)]) {
    report(
      Diagnostic(
        .circularParameter,
        cycle: steps.map { (parameters.rows[$0.row].name, $0.use.name, .span($0.use.span)) },
        "need", noun: "parameter"
      )
      .note("none of them ever gets a value"))
    for step in steps { fail(step.row) }
  }

  /// Adds which parameters are used; without declared roots the program may ask for each.
  func addUsage(to usage: inout Usage, hasRoots: Bool) {
    let first = stack.firstUpperLayer ?? .max
    for row in parameters.rows where row.children == nil && row.value.shape != .nothing {
      if hasRoots, !row.isUsed, case .open = row.state {
        usage.add(
          unused: .init(.parameter, row.name),
          Diagnostic(
            .unusedParameter, "nothing uses the parameter `\(row.name)`",
            at: row.keyPlace, "never used"
          )
          .asWarning
          .fix(sectionMeant(by: row))
          .fix(
            row.value.layer >= first
              ? parameterMeant(by: row).map { Self.rename(row, to: $0) } : nil))
      } else {
        usage.add(used: .init(.parameter, row.name))
      }
    }
  }

  /// Returns the fix for a part of a section that is read as a parameter, because the section is indented too
  /// far; nil for any other parameter.
  private func sectionMeant(by row: ParameterTable.Row) -> Diagnostic.FixIt? {
    let top = String(row.name.prefix { $0 != "." })
    guard let field = FileField.named(top), field != .parameters, let whole = parameters[top],
      [.map, .list].contains(parameters.rows[whole].value.shape)
    else { return nil }
    return .init("was the section `\(top):` meant? Write it next to `parameters:`, not in it")
  }

  /// Reports each variable and each required parameter that is used but not set, with its uses.
  mutating func reportMissing() {
    for name in missingVariables.names {
      let places = missingVariables.places[name] ?? []
      let near = context.variables.names(near: name, within: collector.hints)
      report(
        Diagnostic(
          .missingEnvironmentVariable, "the environment variable `\(name)` is not set",
          labels: Self.useLabels(places)
        )
        .fix(Self.missingColon(name))
        .fix(.didYouMean(anyOf: near, replacing: nil))
        .fix("set it, or give a default: `$(env:\(name):-default)`"))
    }
    for name in requiredParameters.names {
      guard let row = parameters[name] else { continue }
      report(requiredParameter(parameters.rows[row], requiredParameters.places[name] ?? []))
    }
  }

  /// Returns the fix for a default after `-` instead of `:-`; nil if the name has no `-`, which
  /// names of variables rarely have.
  static func missingColon(_ name: String) -> Diagnostic.FixIt? {
    guard let dash = name.utf8.firstIndex(of: UInt8(ascii: "-")), dash > name.startIndex else {
      return nil
    }
    let (variable, fallback) = (name[..<dash], name[name.utf8.index(after: dash)...])
    return .init("a default follows `:-`; was `$(env:\(variable):-\(fallback))` meant?")
  }

  private func requiredParameter(
    _ row: ParameterTable.Row, _ places: [SourcePlace]
  ) -> Diagnostic {
    let layer = stack.layers[row.value.layer].name
    let node = row.value.node
    let purpose = node.text.isEmpty ? "" : ": \(node.text)"
    let place = context.environment.map { " in the environment `\($0)`" } ?? ""
    let others = stack.others.settings(
      ofParameter: row.name, within: collector.hints
    ).map(\.environment)
    let number = others.count == 1 ? "environment" : "environments"
    return Diagnostic(
      .requiredParameter, "no layer sets the required parameter `\(row.name)`\(place)",
      labels: Self.useLabels(places)
    )
    .label(node.wholePlace, "required by the layer `\(layer)`\(purpose)")
    .note(others.isEmpty ? nil : "it is set for the \(number) \(others.quoted())")
    .fix("set it in a layer above", suggestion: "parameters: { \(row.name): <value> }")
  }

  private static func useLabels(_ places: [SourcePlace]) -> [Diagnostic.Label] {
    places.enumerated().map { .init($1, $0 == 0 ? "used here" : "and here") }
  }
}
