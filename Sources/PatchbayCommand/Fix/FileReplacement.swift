import PatchbayDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Replaces a file's bytes as a whole: another process sees the old ones or the new, never a part.
///
/// The new bytes go to a file of another name beside it, which then takes its name and has its
/// permissions. A symbolic link stays one: the file that it leads to is replaced.
struct FileReplacement {
  let path: String
  /// What was read from the file; a file that has changed since is left alone.
  let expected: [UInt8]
  let bytes: [UInt8]

  init(path: String, expected: [UInt8], bytes: [UInt8]) {
    self.path = path
    self.expected = expected
    self.bytes = bytes
  }

  init(_ change: FixItApplier.Change) {
    self.init(
      path: change.file.path ?? change.file.name, expected: change.file.bytes, bytes: change.bytes)
  }

  func perform() throws(FixError) {
    guard let resolved = realpath(path, nil) else { throw failure("cannot be found") }
    // `realpath` gives a C string of its own making, which is ours to free.
    let target = String(cString: resolved)
    free(resolved)
    // A file that may not be written to is not to be replaced by one that may.
    guard access(target, W_OK) == 0 else { throw failure("may not be written to") }
    let status = try status(of: target)
    let temporary = try write(beside: target, status)
    guard rename(temporary, target) == 0 else {
      let problem = failure("cannot be replaced")
      unlink(temporary)
      throw problem
    }
  }

  /// Checks that the file is still what was read.
  private func status(of target: String) throws(FixError) -> stat {
    let descriptor = open(target, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure("cannot be read") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("cannot be read") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw FixError(path, "is no regular file") }
    var found: [UInt8] = []
    while found.count <= expected.count {
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure("cannot be read") }
      if count == 0 { break }
      found += chunk[..<count]
    }
    guard found == expected else { throw FixError(path, "has changed since it was checked") }
    return status
  }

  /// Writes the new bytes to a new file in the same folder, and gives its path.
  private func write(beside target: String, _ status: stat) throws(FixError) -> String {
    let temporary = "\(target).patchbay-\(getpid())"
    // O_EXCL: whatever has this name already is not ours to write to.
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("cannot be replaced: its folder takes no new file") }
    var isWhole = true
    var rest = bytes[...]
    while !rest.isEmpty, isWhole {
      let written = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      isWhole = written > 0
      rest = rest.dropFirst(max(0, written))
    }
    // Only a privileged process may give files away, and for any other the owner is right already.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    isWhole = isWhole && fchmod(descriptor, status.st_mode & 0o7777) == 0
    isWhole = isWhole && fsync(descriptor) == 0
    let problem = failure("cannot be written")
    if close(descriptor) == 0, isWhole { return temporary }
    unlink(temporary)
    throw problem
  }

  private func failure(_ words: String) -> FixError {
    FixError(path, "\(words): \(String(cString: strerror(errno)))")
  }
}

/// Why a file was not mended.
struct FixError: Error, CustomStringConvertible {
  let description: String

  init(_ path: String, _ words: String) {
    description = "`\(DisplayText.line(path))` \(words)"
  }
}
