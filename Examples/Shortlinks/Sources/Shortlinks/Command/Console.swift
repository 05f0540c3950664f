#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The program's two outputs, written at once and never kept back in a buffer.
enum Console {
  static func print(_ line: String) { write(line, to: STDOUT_FILENO) }

  static func printError(_ line: String) { write(line, to: STDERR_FILENO) }

  private static func write(_ line: String, to descriptor: CInt) {
    var bytes = Array("\(line)\n".utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      // The reader is gone, so that nothing can be reported.
      guard written > 0 else { return }
      bytes = bytes.dropFirst(written)
    }
  }
}

private func systemWrite(_ file: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
