/// A service's key together with the type it is asked for as.
///
/// ```swift
/// extension ServiceKey where Service == any Mailer { static let mailer: Self = "mailer" }
///
/// let mailer = try container.resolve(.mailer)   // any Mailer
/// ```
///
/// Make a key once, as a `static let`: it is given a number then, by which containers find its service
/// fastest.
public struct ServiceKey<Service>: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The key as configurations write it.
  public let name: String
  /// The same for all keys of this name and type; 0 for none.
  @usableFromInline let number: Int

  /// Makes a key of a name that is not known before the program runs.
  ///
  /// A process numbers its first 65,535 different keys and keeps the numbers forever. Services of
  /// further keys are found by their names, at the cost of `resolve(_:as:)` by text.
  public init(_ name: String) {
    self.name = name
    number = KeyNumbers.number(of: name, as: Service.self)
  }

  /// Makes a key that only says what a definition is for, and is never resolved by its number.
  init(unnumbered name: String) {
    self.name = name
    number = 0
  }

  /// Makes a key of a literal, as in `static let mailer: Self = "mailer"`.
  public init(stringLiteral name: String) { self.init(name) }

  /// The name alone.
  public var description: String { name }
}

extension ServiceKey: Hashable {
  public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
