public import PatchbayCore
extension Parameter {
  static func service(
    _ name: String, default fallback: @autoclosure @escaping @Sendable () -> Value
  ) -> Parameter { .service(name) }
  static func optional<W: Sendable>(
    _ name: String, default fallback: @autoclosure @escaping @Sendable () -> Value
  ) -> Parameter where Value == W? { .optional(name) }
  static func services<W: Sendable>(
    _ name: String, default fallback: @autoclosure @escaping @Sendable () -> Value
  ) -> Parameter where Value == [W] { .services(name) }
  static func services<W: Sendable>(
    _ name: String, default fallback: @autoclosure @escaping @Sendable () -> Value
  ) -> Parameter where Value == [String: W] { .services(name) }
}
