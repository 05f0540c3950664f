import PatchbayConfiguration

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that does not exist yet, with the folders on its path.
struct NewFile {
  let path: String

  /// Why a file was not written.
  enum Failure: Error {
    /// Something has the path, even a symbolic link that leads nowhere.
    case exists
    case system(CInt)
  }

  /// Writes the file, and nothing if anything has its path; a file that could not be written
  /// completely is removed.
  ///
  /// - Returns: The folder that was created for it; nil if that exists.
  func write(_ bytes: [UInt8]) throws(Failure) -> String? {
    let folder = PathText.folder(of: path)
    let created = try create(folder) ? folder : nil
    // O_EXCL: of several processes one creates the file, and a link is not followed.
    var descriptor: CInt = -1
    repeat {
      descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw errno == EEXIST ? .exists : .system(errno) }
    guard writeAndClose(bytes, to: descriptor) else {
      let error = errno
      unlink(path)
      throw .system(error)
    }
    return created
  }

  /// Creates a folder and those on its path; returns whether it did not exist.
  private func create(_ folder: String) throws(Failure) -> Bool {
    if mkdir(folder, 0o777) == 0 { return true }
    switch errno {
    // What is there may be no folder: then creating the file fails.
    case EEXIST, EISDIR: return false
    case ENOENT where folder != PathText.folder(of: folder):
      _ = try create(PathText.folder(of: folder))
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw .system(errno) }
      return true
    default:
      let error = errno
      // A folder that is there may be one in which nothing can be created.
      if access(folder, F_OK) == 0 { return false }
      throw .system(error)
    }
  }
}
