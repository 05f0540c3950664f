#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension FileOperations {
  /// Opens a file by a path whose links were resolved before, without following any.
  ///
  /// Between resolving a path and opening it, another process may insert a link that leads out of
  /// the root folder. Such a link is never followed: the call fails with `ELOOP`.
  @Sendable static func openWithoutLinks(_ path: String) -> Result<Int32, SystemError> {
    guard isUsable(path) else { return .failure(SystemError(code: EINVAL)) }
    // Without O_NONBLOCK, opening a FIFO would wait for a writer.
    let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    #if canImport(Darwin)
      let descriptor = open(path, flags | O_NOFOLLOW_ANY)
      return descriptor < 0 ? .failure(.last) : .success(descriptor)
    #else
      return openPart(after: path, flags | O_NOFOLLOW)
    #endif
  }

  /// Whether a path has no NUL: the operating system would truncate it there, and open another
  /// file.
  static func isUsable(_ path: String) -> Bool { !path.utf8.contains(0) }
}

#if !canImport(Darwin)
  /// `O_PATH`, which C declares only as an extension: opens a folder as a starting point, without
  /// permission to list it. The value is the same on every processor that Swift supports.
  private let pathOnly: Int32 = 0o10000000

  /// Opens the components of a path one after the other, each without following a link.
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
        // It was a folder when the path was resolved; the system reports a link as `ENOTDIR` here.
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
