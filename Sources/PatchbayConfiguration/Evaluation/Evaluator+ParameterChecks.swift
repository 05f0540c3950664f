import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension Evaluator {
  /// Lists the parameters, and checks the shape, the names and the cycles of each, used or not.
  mutating func buildParameters(_ root: LayeredValue?) {
    if let floor = root?.merged?.floor, !floor.hasHit {
      report(.replaceWithoutBase(floor.node, "`parameters`"))
    }
    parameters = ParameterTable(root)
    policy = .listReferences
    var uses: [Int: [ParameterTable.Use]] = [:]
    for row in parameters.rows.indices {
      let entry = parameters.rows[row]
      subject = Subject(owner: .parameters, name: entry.name)
      let faultsBefore = faults
      if entry.children != nil {
        checkMarks(ofMap: entry.value)
      } else {
        if entry.value.shape == .required, entry.value.merged == nil { continue }
        _ = lintSecret(entry.key, entry.value)
        listedReferences = []
        if entry.value.shape != .required { _ = value(entry.value, .data) }
        if !listedReferences.isEmpty { uses[row] = listedReferences }
      }
      if faults > faultsBefore { fail(row) }
    }
    policy = .evaluate
    findCycles(check(uses))
  }

  private mutating func fail(_ row: Int) {
    parameters.rows[row].state = .done(faulty(parameters.rows[row].value))
  }

  /// Reports unknown names; returns the uses of known ones.
  private mutating func check(
    _ uses: [Int: [ParameterTable.Use]]
  ) -> [Int: [(target: Int, use: ParameterTable.Use)]] {
    var edges: [Int: [(target: Int, use: ParameterTable.Use)]] = [:]
    for row in uses.keys.sorted() {
      // Thousands of uses of a name in one value have one cause.
      var counts: [String: Int] = [:]
      for use in uses[row] ?? [] {
        let count = counts[use.name, default: 0] + 1
        counts[use.name] = count
        if let target = parameters[use.name] {
          if count == 1 { edges[row, default: []].append((target, use)) }
        } else if count <= Self.mostInText {
          report(unknownParameter(use.name, .span(use.span)))
          fail(row)
        }
      }
    }
    return edges
  }

  /// Finds parameters that need themselves, by a depth-first search without recursion.
  private mutating func findCycles(
    _ edges: [Int: [(target: Int, use: ParameterTable.Use)]]
  ) {
    guard !edges.isEmpty else { return }
    enum Colour { case white, grey, black }
    var colours = [Colour](repeating: .white, count: parameters.rows.count)
    for start in edges.keys.sorted() where colours[start] == .white {
      // Each step with the use that leads to the next; a map leads to its entries.
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
          reportCycle(
            cycle.compactMap { step in
              edges[step.row].map { (step.row, $0[step.next - 1].use) }
            })
        }
      }
    }
  }

  private mutating func reportCycle(_ steps: [(row: Int, use: ParameterTable.Use)]) {
    let names = steps.map { parameters.rows[$0.row].name }
    report(
      Diagnostic(
        .circularParameter,
        names.count == 1
          ? "the parameter `\(names[0])` needs itself"
          : "the parameters \(quotedList(names)) need each other",
        labels: Diagnostic.Label.cycle(
          zip(names, steps).map { (.span($1.use.span), "`\($0)` needs `\($1.use.name)`") }),
        notes: ["none of them ever gets a value"]
      ))
    for step in steps { fail(step.row) }
  }

  /// Warns of unused parameters; only where roots are declared, so that it is known what is used.
  mutating func checkUnusedParameters(hasRoots: Bool) {
    guard hasRoots, !collector.hasErrors else { return }
    for row in parameters.rows where row.children == nil && !row.isUsed {
      if case .done = row.state { continue }
      guard row.value.shape != .nothing else { continue }
      collector.add(
        Diagnostic(
          .unusedParameter,
          severity: .warning,
          "nothing uses the parameter `\(row.name)`",
          labels: [.init(row.keyPlace, "never used")]
        ))
    }
  }

  /// Reports variables and required parameters that are used and not set: each once, with its uses.
  mutating func reportMissing() {
    for name in missingVariables.names {
      let places = missingVariables.places[name] ?? []
      let near = context.variables.names(near: name, within: collector.hints)
      report(
        Diagnostic(
          .missingEnvironmentVariable,
          "the environment variable `\(name)` is not set",
          labels: Self.useLabels(places, "used here"),
          fixIts: Self.missingColon(name) + Diagnostic.didYouMean(near, replacing: nil)
            + [.init("set it, or give a default: `$(env:\(name):-default)`")]
        ))
    }
    for name in requiredParameters.names {
      guard let row = parameters[name] else { continue }
      report(requiredParameter(parameters.rows[row], requiredParameters.places[name] ?? []))
    }
  }

  /// Offers `:-` for a default after `-` alone: names of variables hardly ever have a dash.
  private static func missingColon(_ name: String) -> [Diagnostic.FixIt] {
    guard let dash = name.utf8.firstIndex(of: UInt8(ascii: "-")), dash > name.startIndex else {
      return []
    }
    let (variable, fallback) = (name[..<dash], name[name.utf8.index(after: dash)...])
    return [
      .init("a default follows `:-`; was `$(env:\(variable):-\(fallback))` meant?")
    ]
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
      .requiredParameter,
      "no layer sets the required parameter `\(row.name)`\(place)",
      labels: Self.useLabels(places, "used here") + [
        .init(node.wholePlace, "required by the layer `\(layer)`\(purpose)")
      ],
      notes: others.isEmpty ? [] : ["it is set for the \(number) \(quotedList(others))"],
      fixIts: [
        .init(
          "set it in a layer above",
          suggestion: "parameters: { \(row.name): <value> }")
      ]
    )
  }

  private static func useLabels(_ places: [SourcePlace], _ first: String) -> [Diagnostic.Label] {
    places.enumerated().map { .init($1, $0 == 0 ? first : "and here") }
  }
}
