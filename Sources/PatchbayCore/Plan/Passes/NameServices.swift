import PatchbayDiagnostics

extension PlanDraft {
  /// Assigns every key its meaning: a service, a decorator, or an alias of a service.
  ///
  /// Afterwards `meanings` has every key that a layer defined and none removed or disabled, and those of the
  /// parent that they do not hide; an alias without a target is faulty.
  mutating func nameServices() {
    let inherited = parent?.wiring.services.count ?? 0
    meanings.all.reserveCapacity(
      nodes.count + inherited + definitions.aliases.count)
    for key in definitions.faultyKeys { meanings[key] = .faulty }
    for (index, node) in nodes.enumerated() {
      meanings[node.key] = node.isDecorator ? .decorator(node.position) : .service(index)
    }
    inheritServices()
    for alias in definitions.aliases where meanings[alias.key] == nil {
      follow(alias)
    }
    for alias in definitions.aliases {
      if case .service(let index) = meanings[alias.target.text] {
        reportDeprecation(of: alias.target, index, by: alias.key)
      }
    }
  }

  /// Follows a chain of aliases to its end and assigns its meaning to all of them.
  private mutating func follow(_ first: Alias) {
    var chain = [first]
    var onChain: Set<String> = [first.key]
    var meaning: KeyMeaning = .faulty
    while let last = chain.last {
      if let known = meanings[last.target.text] {
        meaning = known
        switch known {
        case .decorator(let index):
          let decorator = definitions.definitions[index]
          report(decorator.referenceToDecorator(last.target))
          meaning = .faulty
        case .service, .faulty: break
        }
        break
      }
      guard let next = aliases[last.target.text] else {
        reportUnknownService(
          last.target, "the alias `\(last.key)` refers to `\(last.target.text)`",
          besides: chain.map(\.key))
        break
      }
      if !onChain.insert(next.key).inserted {
        let start = chain.firstIndex { $0.key == next.key } ?? 0
        report(circularAlias(Array(chain[start...])))
        break
      }
      chain.append(next)
    }
    for alias in chain { meanings[alias.key] = meaning }
  }
}

private func circularAlias(_ cycle: [Alias]) -> Diagnostic {
  Diagnostic(
    .circularAlias,
    cycle.count == 1
      ? "the alias `\(cycle[0].key)` refers to itself"
      : "the aliases \(cycle.map(\.key).quoted()) refer to each other, and to no service",
    labels: cycle.map { .init($0.target.place, "`\($0.key)` refers to `\($0.target.text)`") }
  )
}

/// The meaning of each key of a configuration. Keys are compared by their bytes.
struct KeyMeanings: Sendable {
  var all: [ExactText: KeyMeaning] = [:]

  /// The keys, in no particular order.
  var keys: [String] { all.keys.map(\.text) }

  subscript(key: String) -> KeyMeaning? {
    get { all[ExactText(key)] }
    set { all[ExactText(key)] = newValue }
  }
}

/// The meaning of a key.
enum KeyMeaning {
  /// A service; the index is that of its own definition, inside its decorators.
  case service(Int)
  /// A decorator, enabled or not, which references cannot target; the index is that of its
  /// definition.
  case decorator(Int)
  /// A key whose error was already reported.
  case faulty
}
