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
    if row.value.shape != .required { _ = value(row.value) }
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
          if use.isHidden {
            report(hiddenParameter(at: .span(use.span)))
          } else {
            reportUnknownParameter(use.name, .span(use.span))
          }
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
    var compared = 0
    for row in parameters.rows where row.children == nil && row.value.shape != .nothing {
      if hasRoots, !row.isUsed, case .open = row.state {
        let isAdded = row.value.layer >= first && compared < Self.mostCompared
        if isAdded { compared += 1 }
        usage.add(
          unused: .init(.parameter, row.name),
          Diagnostic(
            .unusedParameter, "nothing uses the parameter `\(row.name)`",
            at: row.keyPlace, "never used"
          )
          .asWarning
          .fix(sectionMeant(by: row))
          .fix(isAdded ? parameterMeant(by: row).map { Self.rename(row, to: $0) } : nil))
      } else {
        usage.add(used: .init(.parameter, row.name))
      }
    }
  }
}
