#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// The system's functions, apart from the methods of the same names.
private let systemRead = read
private let systemWrite = write

/// The compiler's messages on standard input, and the answers on standard output: each is preceded by
/// its length in eight bytes, the lowest first.
struct Connection {
  /// Returns the next message; nil at the end.
  func read() -> Data? {
    guard let header = read(8) else { return nil }
    let length = header.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let length = Int(exactly: length), let body = read(length) else {
      fail("the compiler's message ends early")
    }
    return Data(body)
  }

  func write(_ message: Data) {
    var bytes = (0..<8).map { UInt8(truncatingIfNeeded: message.count >> ($0 * 8)) }
    bytes += message
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(1, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { fail("the answer cannot be written") }
      rest = rest.dropFirst(max(count, 0))
    }
  }

  /// Writes the reason to standard error, which the compiler shows, and exits.
  func fail(_ reason: String) -> Never {
    _ = Array("PatchbayMacros: \(reason)\n".utf8).withUnsafeBytes {
      systemWrite(2, $0.baseAddress, $0.count)
    }
    exit(1)
  }

  /// Returns `count` bytes; nil if there are fewer.
  private func read(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    // In parts, so that a broken length reserves no memory.
    var part = [UInt8](repeating: 0, count: min(count, 65_536))
    while bytes.count < count {
      let wanted = min(part.count, count - bytes.count)
      let got = part.withUnsafeMutableBytes { systemRead(0, $0.baseAddress, wanted) }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return nil }
      if got == count { return part }
      bytes += part[..<got]
    }
    return bytes
  }
}
