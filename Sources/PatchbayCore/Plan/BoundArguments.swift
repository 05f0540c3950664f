/// The arguments of one service, in the order of its factory's parameters.
///
/// A part of one array for all services, because an array for each takes 40 bytes besides the arguments.
struct BoundArguments: RandomAccessCollection, Sendable {
  let all: [BoundArgument]
  // No memory holds more arguments than 32 bits count, and no factory has as many parameters.
  let start: Int32
  let length: UInt16

  init(all: [BoundArgument], start: Int32, length: UInt16) {
    (self.all, self.start, self.length) = (all, start, length)
  }

  init(_ all: [BoundArgument], _ range: Range<Int>) {
    self.init(all: all, start: Int32(range.lowerBound), length: UInt16(range.count))
  }

  init(_ arguments: [BoundArgument]) { self.init(arguments, arguments.indices) }

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
