#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension FileOperations {
  /// Opens a file by a path whose links were resolved before, and follows none.
  ///
  /// Between the look at a path and its opening somebody may put a link into it that leads out of the
  /// root folder. Nothing is opened through such a link: the call fails with `ELOOP`.
  @Sendable static func openWithoutLinks(_ path: String) -> Result<Int32, SystemError> {
    guard isUsable(path) else { return .failure(SystemError(code: EINVAL)) }
    // Without O_NONBLOCK the opening of a FIFO would wait for a writer.
    let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    #if canImport(Darwin)
      let descriptor = open(path, flags | O_NOFOLLOW_ANY)
      return descriptor < 0 ? .failure(.last) : .success(descriptor)
    #else
      return openPart(after: path, flags | O_NOFOLLOW)
    #endif
  }

  /// A path that holds a NUL would be cut short by the operating system, and name another file.
  static func isUsable(_ path: String) -> Bool { !path.utf8.contains(0) }
}

#if !canImport(Darwin)
  /// `O_PATH`, which C shows only with extensions: a folder to go on from, that needs no permission to
  /// be listed. The same number on every processor that Swift runs on.
  private let pathOnly: Int32 = 0o10000000

  /// Opens the parts of a path one in the other, each without following a link.
  private func openPart(after path: String, _ flags: Int32) -> Result<Int32, SystemError> {
    let parts = PathText.parts(of: path)
    guard let last = parts.last else { return openedFolder("/") }
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    var folder: Int32
    switch openedFolder(isAbsolute ? "/" : ".") {
    case .success(let descriptor): folder = descriptor
    case .failure(let error): return .failure(error)
    }
    defer { close(folder) }
    for part in parts.dropLast() {
      let next = openat(folder, String(part), pathOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard next >= 0 else {
        // It was a folder when the path was resolved; a link is told as `ENOTDIR` here.
        return .failure(errno == ENOTDIR ? SystemError(code: ELOOP) : .last)
      }
      close(folder)
      folder = next
    }
    let descriptor = openat(folder, String(last), flags)
    return descriptor < 0 ? .failure(.last) : .success(descriptor)
  }

  private func openedFolder(_ path: String) -> Result<Int32, SystemError> {
    let descriptor = open(path, pathOnly | O_DIRECTORY | O_CLOEXEC)
    return descriptor < 0 ? .failure(.last) : .success(descriptor)
  }
#endif
