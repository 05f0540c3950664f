/// Small numbers for typed keys, the same for a name and a type in the whole process.
///
/// A container finds the service of a numbered key by a few loads, where a name costs a hash of its
/// text. A key gets its number when it is made, which for a `static let` is once.
enum KeyNumbers {
  /// Numbers are never given back, so that there is an end to them: a program that makes keys of what
  /// its users type must not grow for ever. A key without a number is found by its name.
  static let limit = 1 << 16

  private struct Identity: Hashable {
    let name: String
    let type: ObjectIdentifier
  }

  private static let numbers = Locked<[Identity: Int]>([:])

  /// The number of a key, from 1 on; 0 where there are no more.
  static func number<Service>(of name: String, as type: Service.Type) -> Int {
    let identity = Identity(name: name, type: ObjectIdentifier(type))
    return numbers.withLock { numbers in
      if let number = numbers[identity] { return number }
      guard numbers.count + 1 < limit else { return 0 }
      numbers[identity] = numbers.count + 1
      return numbers.count
    }
  }
}
