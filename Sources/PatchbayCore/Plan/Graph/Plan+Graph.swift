extension Plan {
  /// The wiring as data and as a drawing.
  ///
  /// Made anew each time: the cost is linear in the number of definitions and references.
  public var graph: ServiceGraph { GraphBuilder(self).graph }
}
