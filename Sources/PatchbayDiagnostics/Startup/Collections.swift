// What is in this folder keeps a program small, and its start short; each does what something in the standard library
// does.
//
// A program makes the metadata of a generic type where it first uses it: of an array of some type in 11,000
// instructions, of a set of diagnostics in 300,000. So an index is an array of `Int`, whose metadata the standard
// library has. What is generic is also compiled for each of its types: a sort takes three kilobytes each time, and here
// half of one. The search in texts is a part of the module of regular expressions, which a program that is linked
// statically would carry whole: 9,000 symbols, and 360,000 instructions before its first line.

extension Sequence {
  /// Returns the elements in order; equal ones keep the order that they have, which the sort of the standard
  /// library does not promise.
  @inlinable
  package func inStableOrder(by precedes: (Element, Element) -> Bool) -> [Element] {
    let elements = Array(self)
    guard elements.count > 1 else { return elements }
    return stablePositions(elements.count) { precedes(elements[$0], elements[$1]) }
      .map { elements[$0] }
  }

  /// Returns the elements sorted by the bytes of a text of each: the same order in every process.
  @inlinable
  package func sortedByBytes(of text: (Element) -> String) -> [Element] {
    inStableOrder { text($0).utf8.lexicographicallyPrecedes(text($1).utf8) }
  }
}

/// Returns the positions below a count in the order of what is there.
@inline(never)
@usableFromInline
func stablePositions(_ count: Int, _ precedes: (Int, Int) -> Bool) -> [Int] {
  var (parts, merged) = (Array(0..<count), Array(0..<count))
  var width = 1
  while width < count {
    for start in stride(from: 0, to: count, by: 2 * width) {
      let (middle, end) = (min(start + width, count), min(start + 2 * width, count))
      guard middle < end, precedes(parts[middle], parts[middle - 1]) else {
        // Already in order.
        for position in start..<end { merged[position] = parts[position] }
        continue
      }
      var (left, right) = (start, middle)
      for position in start..<end {
        // The right one goes first only if it precedes: equal ones keep their order.
        if left < middle, right == end || !precedes(parts[right], parts[left]) {
          merged[position] = parts[left]
          left += 1
        } else {
          merged[position] = parts[right]
          right += 1
        }
      }
    }
    swap(&parts, &merged)
    width *= 2
  }
  return parts
}

extension Array {
  /// Creates an array of equal elements.
  ///
  /// `init(repeating:count:)` looks up the type of the array's storage each time, in 500 instructions.
  @inlinable
  package init(filledWith element: Element, count: Int) {
    self.init()
    reserveCapacity(count)
    for _ in 0..<count { append(element) }
  }
}

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
