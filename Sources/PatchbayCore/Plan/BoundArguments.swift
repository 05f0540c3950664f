/// The arguments of one service, in the order of its factory's parameters.
///
/// A part of one array for all services, because an array for each takes 40 bytes besides the arguments.
struct BoundArguments: RandomAccessCollection, Sendable {
  let all: [BoundArgument]
  // No memory holds more arguments than 32 bits count, and no factory has as many parameters.
  let start: Int32
  let length: UInt16

  private init(all: [BoundArgument], start: Int32, length: UInt16) {
    (self.all, self.start, self.length) = (all, start, length)
  }

  /// Creates those in a range of an array that grows until all services have theirs; see ``within(_:)``.
  init(in range: Range<Int> = 0..<0) {
    self.init(all: [], start: Int32(range.lowerBound), length: UInt16(range.count))
  }

  /// Returns the same ones, in the array of all services.
  func within(_ all: [BoundArgument]) -> BoundArguments {
    BoundArguments(all: all, start: start, length: length)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { Int(length) }

  subscript(index: Int) -> BoundArgument {
    precondition(index >= 0 && index < endIndex, "the service has fewer arguments")
    return all[Int(start) + index]
  }

  /// As the standard library's, which takes four times as long in a debug build, and so in tests.
  func contains(where predicate: (BoundArgument) -> Bool) -> Bool {
    for index in 0..<endIndex where predicate(self[index]) { return true }
    return false
  }
}
