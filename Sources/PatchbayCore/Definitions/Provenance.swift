public import PatchbayDiagnostics

/// A ranked source of a configuration, as messages name it: `services.yaml`, `services.yaml#test`.
public struct LayerName: Sendable, Hashable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

/// One layer's say on a value.
public struct Origin: Sendable, Hashable {
  public var place: SourcePlace
  /// The index of the layer in ``DefinitionSet/layers``.
  public var layer: Int

  public init(place: SourcePlace, layer: Int) {
    self.place = place
    self.layer = layer
  }
}

/// Where a value came from: the place that won, and all that it overrode.
public struct Provenance: Sendable, Hashable {
  public var winner: Origin
  /// What the winner overrode, nearest below first.
  public var overridden: [Origin]
  /// The places of the `$(…)` that brought the value, outermost first; empty for a value that was
  /// written where it is used.
  public var via: [SourcePlace]

  public init(_ winner: Origin, overridden: [Origin] = [], via: [SourcePlace] = []) {
    self.winner = winner
    self.overridden = overridden
    self.via = via
  }

  public var place: SourcePlace { winner.place }
}

/// A piece of text and where it stands.
public struct Located: Sendable, Hashable {
  public var text: String
  public var provenance: Provenance

  public init(_ text: String, _ provenance: Provenance) {
    self.text = text
    self.provenance = provenance
  }

  public var place: SourcePlace { provenance.place }
}
