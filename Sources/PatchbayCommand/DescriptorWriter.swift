import PatchbayCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes text to a file descriptor until an error occurs; may be used from any thread.
final class DescriptorWriter: Sendable {
  private let descriptor: CInt
  /// The system error after which nothing more is written.
  private let error = Locked<CInt?>(nil)

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  /// The error for which a line could not be written; nil if all were written, or if the reader
  /// closed the pipe.
  var failure: CInt? { error.withLock { $0 == EPIPE ? nil : $0 } }

  /// Writes bytes; returns the error after which nothing more is written.
  @discardableResult
  func write(_ bytes: [UInt8]) -> CInt? {
    error.withLock { error in
      var bytes = bytes[...]
      while error == nil, !bytes.isEmpty {
        let (written, problem) = SignalFreePipe.write(bytes, to: descriptor)
        switch problem {
        case nil where written == 0: error = ENOSPC
        case nil: bytes = bytes.dropFirst(written)
        case EINTR: continue
        case EAGAIN: waitForRoom()
        default: error = problem
        }
      }
      return error
    }
  }

  /// Waits until a nonblocking descriptor accepts more; the next write reports any error.
  private func waitForRoom() {
    var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = systemPoll(&poll)
  }
}

/// Writes to a pipe that may be closed, without the signal that would end the process.
private enum SignalFreePipe {
  /// Returns the number of bytes that were written, or the system error.
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: CInt) -> (Int, CInt?) {
    #if canImport(Darwin)
      // This system has an option not to send it.
      _ = fcntl(descriptor, F_SETNOSIGPIPE, 1)
      return attempt(bytes, descriptor)
    #else
      // This system sends it to the thread that writes: blocked only there, and then removed, it
      // changes nothing for the rest of the program.
      var (brokenPipe, old, pending) = (sigset_t(), sigset_t(), sigset_t())
      sigemptyset(&brokenPipe)
      sigaddset(&brokenPipe, SIGPIPE)
      sigpending(&pending)
      pthread_sigmask(SIG_BLOCK, &brokenPipe, &old)
      let result = attempt(bytes, descriptor)
      if result.1 == EPIPE, sigismember(&pending, SIGPIPE) == 0 {
        var noTime = timespec()
        sigtimedwait(&brokenPipe, nil, &noTime)
      }
      pthread_sigmask(SIG_SETMASK, &old, nil)
      return result
    #endif
  }

  private static func attempt(_ bytes: ArraySlice<UInt8>, _ descriptor: CInt) -> (Int, CInt?) {
    let written = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
    return (written, written < 0 ? errno : nil)
  }
}

/// Calls the system's `write`, under a name that no method hides.
private func systemWrite(_ file: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}

/// Writes all bytes to a file, calls a closure, and closes the file, also after an error; returns whether
/// everything succeeded, and sets `errno` otherwise.
func writeAndClose(_ bytes: [UInt8], to file: CInt, _ finish: () -> Bool = { true }) -> Bool {
  let error = DescriptorWriter(file).write(bytes) ?? (finish() ? nil : errno)
  guard let error else { return close(file) == 0 }
  close(file)
  errno = error
  return false
}

/// Calls the system's `poll` for one descriptor, without a limit.
private func systemPoll(_ descriptor: inout pollfd) -> CInt { poll(&descriptor, 1, -1) }
