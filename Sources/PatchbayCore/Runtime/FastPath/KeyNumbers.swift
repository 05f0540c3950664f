/// Small numbers for typed keys, the same for a name and a type in the whole process.
///
/// A container finds the service of a numbered key by a few loads, where a name costs a hash of its
/// text. A key gets its number when it is made, which for a `static let` is once.
enum KeyNumbers {
  /// Numbers are never given back, so that there is an end to them: a program that makes keys of what
  /// its users type must not grow for ever. A key without a number is found by its name.
  static let limit = 1 << 16

  private struct Numbered {
    let type: ObjectIdentifier
    let number: Int
  }

  private struct Numbers {
    var count = 0
    // By the name alone: a key of its own type would have to be looked up as hashable when a program
    // starts, for 140,000 instructions.
    var byName: [String: [Numbered]] = [:]
  }

  private static let numbers = Locked(Numbers())

  /// Whether keys of a name have numbers, for tests.
  static func has(_ name: String) -> Bool { numbers.withLock { $0.byName[name] != nil } }

  /// The number of a key, from 1 on; 0 where there are no more.
  static func number<Service>(of name: String, as type: Service.Type) -> Int {
    let type = ObjectIdentifier(type)
    return numbers.withLock { numbers in
      let known = numbers.byName[name]?.first { $0.type == type }
      if let known { return known.number }
      guard numbers.count + 1 < limit else { return 0 }
      numbers.count += 1
      numbers.byName[name, default: []].append(Numbered(type: type, number: numbers.count))
      return numbers.count
    }
  }
}
