#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

public struct UnixSignal: Hashable, Sendable {
  public let rawValue: Int32

  public static let sigint = UnixSignal(rawValue: SIGINT)
  public static let sigterm = UnixSignal(rawValue: SIGTERM)
}
