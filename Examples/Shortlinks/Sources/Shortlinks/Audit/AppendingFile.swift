#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is open for adding at its end, and closed when its owner goes.
struct AppendingFile: ~Copyable {
  private let path: String
  private let descriptor: CInt

  init(path: String) throws {
    try ParentFolder.create(for: path)
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileError("cannot open", path, errno) }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  mutating func append(_ text: String) throws {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written >= 0 else { throw FileError("cannot write to", path, errno) }
      bytes = bytes.dropFirst(written)
    }
  }

  /// Somebody may have taken the file away: what is written then is lost.
  func checkExists() throws {
    guard access(path, W_OK) == 0 else { throw FileError("cannot write to", path, errno) }
  }
}

/// Creates the folder that a file is to lie in.
enum ParentFolder {
  static func create(for path: String) throws {
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
  }
}

struct FileError: Error, CustomStringConvertible {
  let description: String

  init(_ failure: String, _ path: String, _ code: CInt) {
    description = "\(failure) \(path): \(String(cString: strerror(code)))"
  }
}
