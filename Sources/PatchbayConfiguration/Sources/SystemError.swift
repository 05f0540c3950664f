#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The error code of a failed system call.
package struct SystemError: Error, Sendable, Equatable {
  private let code: Int32

  package init(code: Int32) { self.code = code }

  static var last: Self { Self(code: errno) }

  /// The error in words, without the name of a C constant.
  package var description: String {
    switch code {
    case EACCES: "permission denied"
    case EPERM: "the operating system does not permit it"
    case ENOENT: "there is no such file"
    case ENOTDIR: "a part of its path is a file and no folder"
    case EISDIR: "it is a folder"
    case ELOOP: "its symbolic links lead in a circle or through too many others"
    case ENAMETOOLONG: "its path is too long"
    case EMFILE: "this process has too many files open"
    case ENFILE: "the whole system has too many files open"
    case ENOMEM: "memory ran out"
    case EIO: "the disk failed to read it"
    case ENXIO: "its device does not answer"
    case EBUSY: "it is in use"
    case ESTALE: "it moved on its network disk"
    case ETIMEDOUT: "its disk did not answer in time"
    case EINVAL: "its path cannot be used"
    default: "the operating system answers with error \(code)"
    }
  }

  var isInterruption: Bool { code == EINTR }
  package var isAbsence: Bool { code == ENOENT || code == ENOTDIR }
}
