/// A service's key together with the type it is asked for as.
///
/// ```swift
/// extension ServiceKey where Service == any Mailer { static let mailer: Self = "mailer" }
///
/// let mailer = try container.resolve(.mailer)   // any Mailer
/// ```
public struct ServiceKey<Service>: Sendable, Hashable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The key as configurations write it.
  public let name: String

  public init(_ name: String) { self.name = name }
  public init(stringLiteral name: String) { self.name = name }

  public var description: String { name }
}
