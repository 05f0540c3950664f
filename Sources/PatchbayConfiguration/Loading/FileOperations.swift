#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The system calls of a load, each replaceable, so that tests can let any of them fail.
package struct FileOperations: Sendable {
  /// Opens a path without symbolic links; fails with `ELOOP` if it contains one nevertheless.
  package var open: @Sendable (_ path: String) -> Result<Int32, SystemError>
  package var status: @Sendable (_ descriptor: Int32) -> Result<FileStatus, SystemError>
  package var read: @Sendable (_ descriptor: Int32, _ count: Int) -> Result<[UInt8], SystemError>
  package var close: @Sendable (_ descriptor: Int32) -> Void
  package var canonicalPath: @Sendable (_ path: String) -> Result<String, SystemError>
  package var entries: @Sendable (_ folder: String) -> Result<[FolderEntry], SystemError>

  /// Every path is an empty file, for what counts where a text comes from alone.
  static let empty = Self(
    open: { _ in .success(0) }, status: { _ in .success(FileStatus(ofFileWithSize: 0)) },
    read: { _, _ in .success([]) }, close: { _ in }, canonicalPath: { .success($0) },
    entries: { _ in .success([]) })

  /// The operating system's own.
  package static let system = Self(
    open: openWithoutLinks,
    status: statusOfOpenFile,
    read: readSome,
    close: closeFile,
    canonicalPath: resolvedPath,
    entries: listedFolder
  )
}

/// The attributes of a file, which distinguish its versions.
package struct FileStatus: Sendable, Equatable {
  /// What it is instead of a regular file, in words; nil for one.
  package let otherKind: String?
  static let folder = "a folder"
  let isPipe: Bool
  let size: Int
  private let device: UInt64
  private let number: UInt64
  /// When its content was last written: any program can set this.
  private let written: Time
  /// When its content or its attributes last changed.
  private let changed: Time

  private struct Time: Equatable {
    let seconds: Int
    let nanoseconds: Int

    /// The beginning of 1970.
    init() { (seconds, nanoseconds) = (0, 0) }

    /// Reads the fields as bytes: a release build finds `tv_sec` in a module that cannot be imported.
    /// A `timespec` is two words on every supported 64-bit system.
    init(_ time: timespec) {
      (seconds, nanoseconds) = withUnsafeBytes(of: time) { bytes in
        (bytes.load(as: Int.self), bytes.load(fromByteOffset: 8, as: Int.self))
      }
    }
  }

  /// Creates the attributes of a regular file that is kept in memory, and so never changes.
  package init(ofFileWithSize size: Int) {
    (otherKind, isPipe, self.size, device, number) = (nil, false, size, 0, 0)
    (written, changed) = (Time(), Time())
  }

  fileprivate init(_ status: stat) {
    otherKind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: nil
      case S_IFDIR: Self.folder
      case S_IFIFO: "a pipe and no regular file"
      case S_IFSOCK: "a socket and no regular file"
      case S_IFCHR, S_IFBLK: "a device and no regular file"
      default: "no regular file"
      }
    isPipe = status.st_mode & S_IFMT == S_IFIFO
    size = Int(clamping: status.st_size)
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    #if canImport(Darwin)
      (written, changed) = (Time(status.st_mtimespec), Time(status.st_ctimespec))
    #else
      (written, changed) = (Time(status.st_mtim), Time(status.st_ctim))
    #endif
  }

  /// Returns the attributes of what a path leads to, links followed.
  package static func of(_ path: String) -> Result<FileStatus, SystemError> {
    guard FileOperations.isUsable(path) else { return .failure(SystemError(code: EINVAL)) }
    var status = stat()
    return stat(path, &status) == 0 ? .success(FileStatus(status)) : .failure(.last)
  }

  /// Whether the content is the same as that of another version. The attributes may differ: a file that is
  /// replaced while it is open loses its name.
  func hasSameContent(as other: FileStatus) -> Bool {
    otherKind == other.otherKind && size == other.size && device == other.device
      && number == other.number && written == other.written
  }

  /// Whether its last change was before a time, in seconds since 1970.
  package func isUnchanged(since seconds: Int) -> Bool {
    max(written.seconds, changed.seconds) < seconds
  }
}

/// A name in a folder; equal are only those of the same bytes, because they name different files otherwise.
package struct FolderEntry: Sendable, Equatable {
  let name: String
  /// Whether it is a folder itself, and not a symbolic link to one.
  let isFolder: Bool

  package init(name: String, isFolder: Bool) {
    self.name = name
    self.isFolder = isFolder
  }

  package static func == (one: Self, other: Self) -> Bool {
    one.isFolder == other.isFolder && one.name.utf8.elementsEqual(other.name.utf8)
  }
}

@Sendable private func statusOfOpenFile(_ descriptor: Int32) -> Result<FileStatus, SystemError> {
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { return .failure(.last) }
  return .success(FileStatus(status))
}

@Sendable private func readSome(_ descriptor: Int32, _ count: Int) -> Result<[UInt8], SystemError> {
  var failure: SystemError?
  let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
    // The buffer has room for `count` bytes, and `read` never writes more than it returns.
    let got = read(descriptor, buffer.baseAddress, count)
    if got < 0 { failure = .last } else { initialized = got }
  }
  return failure.map { .failure($0) } ?? .success(bytes)
}

/// Opens a file by whatever links its path has; of a pipe, waits for its writer.
func openedWaiting(_ path: String) -> Result<Int32, SystemError> {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
  return descriptor < 0 ? .failure(.last) : .success(descriptor)
}

@Sendable private func closeFile(_ descriptor: Int32) { _ = close(descriptor) }

@Sendable private func resolvedPath(_ path: String) -> Result<String, SystemError> {
  guard FileOperations.isUsable(path) else { return .failure(SystemError(code: EINVAL)) }
  guard let resolved = realpath(path, nil) else { return .failure(.last) }
  // The caller of `realpath` must free the C string that it returns.
  defer { free(resolved) }
  return .success(String(cString: resolved))
}

@Sendable private func listedFolder(_ folder: String) -> Result<[FolderEntry], SystemError> {
  guard FileOperations.isUsable(folder) else { return .failure(SystemError(code: EINVAL)) }
  guard let stream = opendir(folder) else { return .failure(.last) }
  defer { closedir(stream) }
  var entries: [FolderEntry] = []
  while true {
    // Distinguishes the end of a folder from a disk error.
    errno = 0
    guard let entry = readdir(stream) else { break }
    // The entry is valid until the next call, and its name ends with a NUL inside the tuple.
    let type = Int32(entry.pointee.d_type)
    let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
      tuple.withMemoryRebound(
        to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)
      ) { String(cString: $0) }
    }
    if name == "." || name == ".." { continue }
    let isFolder =
      type == Int32(DT_DIR) || (type == Int32(DT_UNKNOWN) && isFolder(name, in: dirfd(stream)))
    entries.append(FolderEntry(name: name, isFolder: isFolder))
  }
  return errno == 0 ? .success(entries) : .failure(.last)
}

/// Requests the type that some file systems do not include in their listings.
private func isFolder(_ name: String, in folder: Int32) -> Bool {
  var status = stat()
  return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    && status.st_mode & S_IFMT == S_IFDIR
}

extension FileOperations {
  /// Opens a file by a path whose links were resolved before, and follows none.
  ///
  /// Between the look at a path and its opening somebody may put a link into it that leads out of
  /// the root folder. Nothing is opened through such a link: the call fails with `ELOOP`.
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
  /// `O_PATH`, which C shows only with extensions: a folder to go on from, that needs no permission
  /// to be listed. The same number on every processor that Swift runs on.
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
        // It was a folder when the path was resolved; a link is reported as `ENOTDIR` here.
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
