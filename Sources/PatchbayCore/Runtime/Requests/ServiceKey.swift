import PatchbayDiagnostics

/// A service's key together with the type of the request.
///
/// ```swift
/// extension ServiceKey where Service == any Mailer { static let mailer: Self = "mailer" }
///
/// let mailer = try container.resolve(.mailer)   // any Mailer
/// ```
///
/// Create a key once, as a `static let`: it is assigned a number when it is created, by which
/// containers find its service fastest.
public struct ServiceKey<Service>: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The key as configurations write it.
  public let name: String
  /// The same for all keys of this name and type; 0 if they have no number.
  @usableFromInline let number: Int

  /// Creates a key whose name is only known at run time.
  ///
  /// A process numbers its first 65,535 different keys and keeps the numbers forever. Services of
  /// further keys are found by their names, as slowly as by `resolve(_:as:)` with a text.
  public init(_ name: String) {
    self.name = name
    number = KeyNumbers.number(of: name, as: Service.self)
  }

  /// Creates a key that only names a definition, and is never resolved by its number.
  package init(unnumbered name: String) {
    self.name = name
    number = 0
  }

  /// Creates a key from a literal, as in `static let mailer: Self = "mailer"`.
  public init(stringLiteral name: String) { self.init(name) }

  /// The name of the key.
  public var description: String { name }
}

extension ServiceKey: Hashable {
  /// Returns whether two keys have the same name, in the same bytes: for a configuration, a composed letter is
  /// another than one with a separate accent.
  public static func == (left: Self, right: Self) -> Bool {
    left.name.utf8.elementsEqual(right.name.utf8)
  }
  /// Hashes the name of the key.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

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

  private struct Numbers {
    var count = 0
    /// By the bytes of the name: Swift would find a `String` by its characters.
    var byName: [ExactText: [(type: ObjectIdentifier, number: Int)]] = [:]
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
      numbers.byName[name] = named + [(type, numbers.count)]
      return numbers.count
    }
  }
}
