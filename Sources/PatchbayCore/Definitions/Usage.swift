package import PatchbayDiagnostics

/// What the checks of several environments found used, and what none of them did.
///
/// An environment or an overlay may replace whatever uses a service, so only all checks together
/// tell that nothing uses it.
package struct Usage: Sendable {
  /// A part of a configuration that other parts use by its name.
  package struct Part: Sendable, Hashable {
    /// The kinds of parts.
    package enum Kind: Sendable, Hashable {
      case service, parameter, template, type
    }

    let kind: Kind
    /// The key of a service, or the name of another part.
    let name: String

    package init(_ kind: Kind, _ name: String) { (self.kind, self.name) = (kind, name) }
  }

  private var used: Set<Part> = []
  private var found: [Part: Diagnostic] = [:]
  /// The keys that an unused service needs.
  private var needs: [String: Set<String>] = [:]

  package init() {}

  /// Records that a part is used.
  package mutating func add(used part: Part) { used.insert(part) }

  /// Records that a part is not used, with the diagnostic to report if nothing else uses it, and the
  /// services that it needs.
  package mutating func add(
    unused part: Part, _ diagnostic: Diagnostic, needing keys: Set<String> = []
  ) {
    if found[part] == nil { found[part] = diagnostic }
    if !keys.isEmpty { needs[part.name, default: []].formUnion(keys) }
  }

  /// Adds what another check found.
  package mutating func formUnion(_ other: Usage) {
    used.formUnion(other.used)
    found.merge(other.found) { first, _ in first }
    needs.merge(other.needs) { $0.union($1) }
  }

  /// Adds what another check found used.
  package mutating func formUnion(usedBy other: Usage) { used.formUnion(other.used) }

  /// Whether a check used a part.
  package func uses(_ part: Part) -> Bool { used.contains(part) }

  /// The diagnostics of the parts that nothing uses, sorted by name.
  ///
  /// Services that only unused ones need are named in a note of those.
  package var unused: [Diagnostic] {
    let unused = found.filter { !used.contains($0.key) }.sortedByBytes(of: \.key.name)
    let keys = unused.map(\.key).filter { $0.kind == .service }.map(\.name)
    let needed = needed(in: keys)
    return unused.compactMap { part, diagnostic in
      guard part.kind == .service else { return diagnostic }
      guard let others = needed[part.name] else { return nil }
      return diagnostic.note(
        others.isEmpty
          ? nil : "what it needs is not used either: \(others.inStableOrder(by: <).someQuoted())")
    }
  }

  /// Returns the unused services that no other one needs, with those that each of them needs; of some that
  /// need each other, the first.
  private func needed(in keys: [String]) -> [String: [String]] {
    let unused = Set(keys)
    let dependents = Set(
      keys.flatMap { key in needs[key, default: []].filter { $0 != key && unused.contains($0) } })
    var reached: Set<String> = []
    var needed: [String: [String]] = [:]
    for key in keys.filter({ !dependents.contains($0) }) + keys where reached.insert(key).inserted {
      var (pending, others) = ([key], [String]())
      while let next = pending.popLast() {
        for other in needs[next, default: []] where unused.contains(other) {
          guard reached.insert(other).inserted else { continue }
          others.append(other)
          pending.append(other)
        }
      }
      needed[key] = others
    }
    return needed
  }
}
