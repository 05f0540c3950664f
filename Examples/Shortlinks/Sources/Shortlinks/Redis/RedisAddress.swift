#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where a Redis server listens: `redis://:password@host:6379`, or `unix:/path/of/socket`.
struct RedisAddress: Sendable, Equatable {
  enum Place: Sendable, Equatable {
    case host(String, port: Int32)
    case socket(path: String)
  }

  let place: Place
  let password: String?

  init(_ text: String) throws(RedisError) {
    if text.hasPrefix("unix:/") {
      place = .socket(path: String(text.dropFirst(5)))
      password = nil
      return
    }
    guard let parts = URLComponents(string: text), parts.scheme == "redis",
      let host = parts.host, !host.isEmpty, let port = Int32(exactly: parts.port ?? 6_379),
      (1...65_535).contains(port), (parts.user ?? "").isEmpty, ["", "/"].contains(parts.path),
      parts.password?.utf8.contains(0) != true
    else { throw .wrongAddress }
    // An IPv6 address is in brackets, which are no part of it.
    place = .host(host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host, port: port)
    password = parts.password
  }
}
