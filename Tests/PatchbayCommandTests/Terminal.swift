import Foundation
import Testing

/// A pseudo-terminal of the system: what is written to `slave` is shown on it.
final class Terminal {
  let slave: CInt
  private let master: CInt

  /// Creates a terminal of a number of columns; with 0, it has no size.
  init(columns: UInt16 = 0) throws {
    var (master, slave): (CInt, CInt) = (-1, -1)
    var size = winsize()
    size.ws_col = columns
    try #require(openpty(&master, &slave, nil, nil, &size) == 0)
    (self.master, self.slave) = (master, slave)
  }

  deinit { close(master) }

  /// Closes the terminal and returns all that was shown.
  func text() -> String {
    close(slave)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    // At the end, the read fails on one system and returns nothing on the other.
    while case let count = read(master, &chunk, chunk.count), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
  }
}
