extension Sequence {
  /// Returns the elements of which no earlier one has the same key, in their order.
  @inlinable
  package func uniqued<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var known: Set<Key> = []
    return filter { known.insert(key($0)).inserted }
  }
}

extension Sequence where Element: Hashable {
  /// The elements without repetitions, in their order.
  @inlinable
  package var uniqued: [Element] { uniqued { $0 } }
}

extension Dictionary {
  /// Creates a dictionary of pairs, of which the first with each key counts.
  @inlinable
  package init(first pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// Creates a dictionary of pairs, of which the last with each key counts.
  @inlinable
  package init(last pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { $1 })
  }
}
