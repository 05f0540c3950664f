package import PatchbayDiagnostics

/// One layer's contribution to a value.
package struct Origin: Sendable, Hashable {
  /// The place of the contribution.
  package let place: SourcePlace
  /// The index of the layer in ``DefinitionSet/layers``.
  package let layer: Int

  package init(place: SourcePlace, layer: Int) {
    self.place = place
    self.layer = layer
  }
}

/// The origin of a value: the place that set it, and all places that it overrode.
package struct Provenance: Sendable {
  /// The place that set the value.
  package let winner: Origin
  /// The places between the text and its use; nil for a value that is written once, where it is used, as most are. In
  /// an object, so that a place without a history costs 32 bytes and one retain.
  private var history: History?

  /// Creates the history of a value, the nearest place that it overrode first.
  package init(_ winner: Origin, overridden: [Origin] = [], via: [SourcePlace] = []) {
    self.winner = winner
    self.history = History.of(overridden, via, nil)
  }

  /// Creates the history of a value that is written once, where it is used: nearly every one.
  package init(_ winner: Origin) {
    self.winner = winner
    self.history = nil
  }

  /// The places that the winner overrode, nearest below first.
  package var overridden: [Origin] {
    get { history?.overridden ?? [] }
    set { history = History.of(newValue, via, composition) }
  }

  /// The places of the `$(…)` that passed the value on, outermost first; empty for a value that is
  /// written where it is used.
  package var via: [SourcePlace] { history?.via ?? [] }

  /// For a model, what a text consists of that has the text of a file, or a path, in it.
  package var composition: UnknownText? {
    get { history?.composition }
    set { history = History.of(overridden, via, newValue) }
  }

  /// Adds the place of a `$(…)` that passed the value on, outside all others.
  ///
  /// At most `most` places are kept, the ends of a long chain: keeping whole chains would cost
  /// their length squared.
  package mutating func addReference(at place: SourcePlace, keeping most: Int) {
    var inner = via
    if inner.count >= most { inner.remove(at: most - 2) }
    history = History(history?.overridden ?? [], place, inner, history?.composition)
  }

  /// The place that set the value.
  package var place: SourcePlace { winner.place }

  private final class History: Sendable {
    let overridden: [Origin]
    // The first place is stored separately, because most values are passed on once: this avoids an
    // array.
    private let outermost: SourcePlace?
    private let inner: [SourcePlace]
    let composition: UnknownText?

    var via: [SourcePlace] { outermost.map { [$0] + inner } ?? [] }

    init(
      _ overridden: [Origin], _ outermost: SourcePlace?, _ inner: [SourcePlace],
      _ composition: UnknownText?
    ) {
      self.overridden = overridden
      self.outermost = outermost
      self.inner = inner
      self.composition = composition
    }

    /// Returns nil if there is no history. (A failable initializer would already have allocated the
    /// object.)
    static func of(
      _ overridden: [Origin], _ via: [SourcePlace], _ composition: UnknownText?
    ) -> History? {
      overridden.isEmpty && via.isEmpty && composition == nil
        ? nil : History(overridden, via.first, Array(via.dropFirst()), composition)
    }
  }
}

/// A piece of text and its place.
package struct Located: Sendable {
  package let text: String
  /// The layer that set it, and the places that it overrode.
  package var provenance: Provenance

  package init(_ text: String, _ provenance: Provenance) {
    self.text = text
    self.provenance = provenance
  }

  /// The place of the text.
  package var place: SourcePlace { provenance.place }
}
