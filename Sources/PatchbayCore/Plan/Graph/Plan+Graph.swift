extension Plan {
  /// The wiring as data and as a drawing.
  ///
  /// Computed at each access: the cost is linear in the number of definitions and references.
  public var graph: ServiceGraph { GraphBuilder(self).graph }
}
