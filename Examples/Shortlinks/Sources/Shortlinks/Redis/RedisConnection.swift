import CRedis

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection to a Redis server, closed when its owner goes.
///
/// It blocks the calling thread, up to a limit for each command.
// Safe to send: the cache gives a connection to one thread at a time.
final class RedisConnection: @unchecked Sendable {
  private let handle: UnsafeMutablePointer<redisContext>

  init(_ address: RedisAddress, limit: Duration) throws(RedisError) {
    let parts = limit.components
    let interval = timeval(
      tv_sec: time_t(parts.seconds),
      tv_usec: suseconds_t(parts.attoseconds / 1_000_000_000_000))
    let handle =
      switch address.place {
      case .host(let host, let port): redisConnectWithTimeout(host, port, interval)
      case .socket(let path): redisConnectUnixWithTimeout(path, interval)
      }
    guard let handle else { throw .noServer }
    self.handle = handle
    guard handle.pointee.err == 0, redisSetTimeout(handle, interval) == REDIS_OK else {
      throw .noServer
    }
    if let password = address.password { _ = try ask("AUTH", password) }
  }

  // Also called where `init` throws: all properties are set by then.
  deinit { redisFree(handle) }

  /// Sends a command and returns the text of its reply; nil for a reply that is no text.
  func ask(_ words: String...) throws(RedisError) -> String? {
    // hiredis copies the words before it returns. A copy ends where the word has a zero byte.
    var copies = words.map { UnsafePointer<CChar>(strdup($0)) }
    defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
    let lengths = copies.map { $0.map { strlen($0) } ?? 0 }
    guard let reply = shortlinks_command(handle, CInt(words.count), &copies, lengths) else {
      throw .connectionLost
    }
    defer { freeReplyObject(reply) }
    switch reply.pointee.type {
    case REDIS_REPLY_ERROR: throw .refused
    case REDIS_REPLY_STRING:
      let bytes = UnsafeRawBufferPointer(start: reply.pointee.str, count: Int(reply.pointee.len))
      return String(decoding: bytes, as: UTF8.self)
    default: return nil
    }
  }
}
