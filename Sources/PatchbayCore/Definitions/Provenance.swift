package import PatchbayDiagnostics

/// A ranked source of a configuration, as messages name it: `services.yaml`, `services.yaml#test`.
package struct LayerName: Sendable, Hashable, CustomStringConvertible {
  /// The name, as messages show it.
  package let description: String

  /// Names a layer.
  package init(_ description: String) { self.description = description }
}

/// One layer's say on a value.
package struct Origin: Sendable, Hashable {
  /// Where it stands.
  package var place: SourcePlace
  /// The index of the layer in ``DefinitionSet/layers``.
  package var layer: Int

  /// Names a place and its layer.
  package init(place: SourcePlace, layer: Int) {
    self.place = place
    self.layer = layer
  }
}

/// Where a value came from: the place that won, and all that it overrode.
package struct Provenance: Sendable, Hashable {
  /// The place that set the value.
  package var winner: Origin
  /// How the winner's say came to be the value; nil for what was said once, where it is used, as most
  /// is. In a box, so that a place that nothing happened to costs 32 bytes and one retain.
  private var history: History?

  /// Makes the history of a value, the nearest place that it overrode first.
  package init(_ winner: Origin, overridden: [Origin] = [], via: [SourcePlace] = []) {
    self.winner = winner
    self.history = History.of(overridden, via)
  }

  /// Makes the history of a value that was said once, where it is used: nearly every one.
  package init(_ winner: Origin) {
    self.winner = winner
    self.history = nil
  }

  /// What the winner overrode, nearest below first.
  package var overridden: [Origin] {
    get { history?.overridden ?? [] }
    set { history = History.of(newValue, via) }
  }

  /// The places of the `$(…)` that brought the value, outermost first; empty for a value that was
  /// written where it is used.
  package var via: [SourcePlace] {
    get { history?.via ?? [] }
    set { history = History.of(overridden, newValue) }
  }

  /// Adds the place of a `$(…)` that brought the value, outside all others.
  ///
  /// At most `most` places are kept, the ends of a long chain: keeping whole chains would cost
  /// their length squared.
  package mutating func bring(by place: SourcePlace, keeping most: Int) {
    var inner = via
    if inner.count >= most { inner.remove(at: most - 2) }
    history = History(history?.overridden ?? [], place, inner)
  }

  /// The place that set the value.
  package var place: SourcePlace { winner.place }

  private final class History: Sendable, Hashable {
    let overridden: [Origin]
    // The first of the places by itself, for most that are brought are brought once: no array is made.
    private let outermost: SourcePlace?
    private let inner: [SourcePlace]

    var via: [SourcePlace] { outermost.map { [$0] + inner } ?? [] }

    init(_ overridden: [Origin], _ outermost: SourcePlace?, _ inner: [SourcePlace]) {
      self.overridden = overridden
      self.outermost = outermost
      self.inner = inner
    }

    /// Nil where there is nothing to tell, so that equal ones are equal. (An initializer that gives nil
    /// has made the object by then.)
    static func of(_ overridden: [Origin], _ via: [SourcePlace]) -> History? {
      overridden.isEmpty && via.isEmpty
        ? nil : History(overridden, via.first, Array(via.dropFirst()))
    }

    static func == (left: History, right: History) -> Bool {
      left.overridden == right.overridden && left.outermost == right.outermost
        && left.inner == right.inner
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(overridden)
      hasher.combine(outermost)
      hasher.combine(inner)
    }
  }
}

/// A piece of text and where it stands.
package struct Located: Sendable, Hashable {
  /// The name itself.
  package var text: String
  /// Which layer said it, and what that overrode.
  package var provenance: Provenance

  /// Makes a name that knows its place.
  package init(_ text: String, _ provenance: Provenance) {
    self.text = text
    self.provenance = provenance
  }

  /// Where the name stands.
  package var place: SourcePlace { provenance.place }
}
