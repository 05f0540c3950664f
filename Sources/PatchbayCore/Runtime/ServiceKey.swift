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
