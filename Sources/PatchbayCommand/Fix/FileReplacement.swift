import PatchbayConfiguration
import PatchbayDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Replaces a file's content atomically: another process reads the old bytes or the new ones, never
/// a mixture.
///
/// The new bytes are written to a temporary file in the same folder, which then takes the file's
/// name, and has its owner and its permissions. A symbolic link is kept: the file that it refers to is
/// replaced. A file with further hard links is refused: they would keep the old bytes. So is one whose
/// owner or group this process may not set: others may have a right to the file by it.
struct FileReplacement {
  let path: String
  /// The path as the command line leads to it, for messages; nil for the path itself.
  var name: String?
  /// The bytes that were read from the file; a file that has changed since is not replaced.
  let expected: [UInt8]
  let bytes: [UInt8]

  func perform() throws(FixError) {
    let target: String
    switch FileOperations.system.canonicalPath(path) {
    case .success(let found): target = found
    case .failure(let error): throw FixError(name ?? path, "cannot be found: \(error.description)")
    }
    // A file without write permission must not be replaced by one with it.
    guard access(target, W_OK) == 0 else { throw failure("may not be written to") }
    let status = try status(of: target)
    let (temporary, descriptor) = try newFile(inFolderOf: target)
    do throws(FixError) {
      try fill(descriptor, status)
      guard rename(temporary, target) == 0 else { throw failure("cannot be replaced") }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Checks that the file has not changed since it was read, and that it has no other name.
  private func status(of target: String) throws(FixError) -> stat {
    var status = stat()
    guard stat(target, &status) == 0 else { throw failure("cannot be read") }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FixError(name ?? path, "is no regular file")
    }
    guard status.st_nlink == 1 else {
      throw FixError(name ?? path, "has further hard links, which would keep the old text")
    }
    // A file with more bytes is another one, and is not read.
    let found = try? FileReader().bytes(of: target, limit: expected.count)
    guard found == expected else {
      throw FixError(name ?? path, "has changed since it was checked")
    }
    return status
  }

  /// Creates a file in the folder of another one, under an unused name.
  private func newFile(
    inFolderOf target: String
  ) throws(FixError) -> (path: String, descriptor: CInt) {
    // A canonical path is absolute.
    let folder = target[..<(target.lastIndex(of: "/") ?? target.startIndex)]
    while true {
      let path = "\(folder)/.patchbay-\(String(UInt64.random(in: 0 ... .max), radix: 16))"
      // O_EXCL: an existing file of this name, for example after a crash, is not overwritten.
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor >= 0 { return (path, descriptor) }
      guard errno == EEXIST || errno == EINTR else {
        throw failure("cannot be replaced: its folder takes no new file")
      }
    }
  }

  /// Writes the new bytes to a descriptor, sets the owner and the permissions of the old file, and
  /// closes it.
  func fill(_ descriptor: CInt, _ status: stat) throws(FixError) {
    var keepsOwner = true
    let isWritten = writeAndClose(bytes, to: descriptor) {
      // Succeeds if nothing changes; only a privileged process may set an owner other than its own.
      keepsOwner = fchown(descriptor, status.st_uid, status.st_gid) == 0
      // After the owner, because a change of it clears some permissions.
      return keepsOwner && fchmod(descriptor, status.st_mode & 0o7777) == 0
        && fsync(descriptor) == 0
    }
    guard isWritten else {
      throw failure(keepsOwner ? "cannot be written" : "cannot be replaced by a file of its owner")
    }
  }

  /// Returns the error of the last system call: must be called before any other one.
  private func failure(_ words: String) -> FixError {
    FixError(name ?? path, "\(words): \(String(cString: strerror(errno)))")
  }
}

/// The reason why a file was not changed.
struct FixError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ path: String, _ words: String) {
    description = "`\(DisplayText.line(path))` \(words)"
  }
}
