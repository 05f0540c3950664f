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

  package init() {}

  /// Records that a part is used.
  package mutating func add(used part: Part) { used.insert(part) }

  /// Records that a part is not used, with the diagnostic to report if nothing else uses it.
  package mutating func add(unused part: Part, _ diagnostic: Diagnostic) {
    if found[part] == nil { found[part] = diagnostic }
  }

  /// Adds what another check found.
  package mutating func formUnion(_ other: Usage) {
    used.formUnion(other.used)
    found.merge(other.found) { first, _ in first }
  }

  /// Adds what another check found used.
  package mutating func formUnion(usedBy other: Usage) { used.formUnion(other.used) }

  /// Whether a check used a part.
  package func uses(_ part: Part) -> Bool { used.contains(part) }

  /// The diagnostics of the parts that nothing uses, sorted by name.
  package var unused: [Diagnostic] {
    found.filter { !used.contains($0.key) }.sortedByBytes(of: \.key.name).map(\.value)
  }
}
