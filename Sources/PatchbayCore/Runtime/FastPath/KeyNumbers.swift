import PatchbayDiagnostics

/// Small numbers for typed keys, unique per name and type in the process.
///
/// A container finds the service of a numbered key by a few loads; a name costs a hash of its text.
/// A key gets its number when it is created: once for a `static let`. So does the key of an `@Injected`
/// property, once for each class.
enum KeyNumbers {
  /// The upper bound of numbers, itself excluded. Numbers are never reused, so they need a limit: a
  /// program that makes keys of user input must not grow without bound. A key without a number is
  /// found by its name.
  static let limit = 1 << 16

  private struct Numbered {
    let type: ObjectIdentifier
    let number: Int
  }

  private struct Numbers {
    var count = 0
    /// By the bytes of the name: Swift would find a `String` by its characters.
    var byName: [ExactText: [Numbered]] = [:]
  }

  private static let numbers = Locked(Numbers())

  /// Whether keys of a name have numbers, for tests.
  static func has(_ name: String) -> Bool { numbers.withLock { $0.byName[ExactText(name)] != nil } }

  /// Returns the number of a key, from 1 on; 0 when the limit is reached.
  static func number(of name: String, as type: Any.Type) -> Int {
    let (name, type) = (ExactText(name), ObjectIdentifier(type))
    return numbers.withLock { numbers in
      let named = numbers.byName[name] ?? []
      if let known = named.first(where: { $0.type == type }) { return known.number }
      guard numbers.count + 1 < limit else { return 0 }
      numbers.count += 1
      numbers.byName[name] = named + [Numbered(type: type, number: numbers.count)]
      return numbers.count
    }
  }
}
