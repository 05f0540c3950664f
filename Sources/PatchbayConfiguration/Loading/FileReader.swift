#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

import PatchbayDiagnostics

/// The reason why a file could not be read.
package enum ReadFailure: Error, Sendable, Equatable {
  case absent
  /// What it is instead, in words.
  case notRegular(String)
  case tooLarge(Int)
  /// It was written to, twice, while it was read.
  case changing
  /// Its resolved path now contains a symbolic link.
  case linked
  /// Its path has more bytes than the operating system accepts.
  case tooLong
  case system(SystemError)

  /// The description of the error, to follow a colon.
  package var description: String {
    switch self {
    case .absent: "there is no such file"
    case .notRegular(let kind): "it is \(kind)"
    case .tooLarge(let bytes): "it has \(bytes) bytes"
    case .changing: "it changes while it is read"
    case .linked: "a symbolic link was put into its path after that was resolved"
    case .tooLong: SystemError(code: ENAMETOOLONG).description
    case .system(let error): error.description
    }
  }

  /// Returns the error of a folder in which files are looked for.
  func unlisted(_ folder: String, at place: SourcePlace, _ label: String = "") -> Diagnostic {
    Diagnostic(
      .unreadableFile, "the folder `\(folder)` cannot be listed: \(description)", at: place, label)
  }
}

/// Reads whole regular files, and nothing else, through replaceable operations.
package struct FileReader: Sendable {
  let operations: FileOperations

  package init(_ operations: FileOperations = .system) { self.operations = operations }

  /// Whether a path has more bytes than the operating system accepts, including its NUL.
  static func isTooLong(_ path: String) -> Bool { path.utf8.count >= Int(PATH_MAX) }

  /// Returns a path with all symbolic links resolved.
  func canonicalPath(of path: String) throws(ReadFailure) -> String {
    guard !Self.isTooLong(path) else { throw .tooLong }
    return try retrying { operations.canonicalPath(path) }.get()
  }

  /// Returns the target of a path that cannot be resolved completely: its links are followed as far
  /// as they exist, and the rest is processed as text.
  func farthestPath(to path: String, from folder: String) -> String {
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    var reached = isAbsolute ? "/" : folder
    // Components that do not exist have no links; `..` leads back to one that does.
    var missing: [Substring] = []
    // A path may alternate between a few folders.
    var known: [ExactText: String?] = [:]
    for part in PathText.parts(of: path) where part != "." {
      if part == ".." {
        if missing.popLast() == nil { reached = PathText.folder(of: reached) }
      } else if !missing.isEmpty {
        missing.append(part)
      } else {
        let next = PathText.joined(reached, String(part))
        let canonical = known[ExactText(next)] ?? (try? canonicalPath(of: next))
        known[ExactText(next)] = .some(canonical)
        if let canonical { reached = canonical } else { missing.append(part) }
      }
    }
    return PathText.joined(reached, missing.joined(separator: "/"))
  }

  /// Returns the names in a folder, sorted by their bytes.
  func entries(of folder: String) throws(ReadFailure) -> [FolderEntry] {
    try retrying { operations.entries(folder) }.get().sortedByBytes(of: \.name)
  }

  /// Returns the bytes of a regular file that a person names: symbolic links are followed.
  package func bytes(ofLinked path: String, limit: Int) throws(ReadFailure) -> [UInt8] {
    try bytes(of: try canonicalPath(of: path), limit: limit)
  }

  /// Returns the bytes of a file that a command line names, which may also be a pipe, such as that of `<(…)`: it is
  /// read to its end, like a file without a name that a shell passes as `/dev/stdin`.
  package func bytes(ofNamed path: String, limit: Int) throws(ReadFailure) -> [UInt8] {
    guard case .success(let status) = FileStatus.of(path),
      status.isPipe || status.otherKind == nil && (try? canonicalPath(of: path)) == nil
    else { return try bytes(ofLinked: path, limit: limit) }
    let pipe = try retrying { openedWaiting(path) }.get()
    defer { operations.close(pipe) }
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let wanted = min(1 << 16, limit + 1 - bytes.count)
      let chunk = try retrying { operations.read(pipe, wanted) }.get()
      if chunk.isEmpty { return bytes }
      bytes += chunk
    }
    throw .tooLarge(bytes.count)
  }

  /// Returns the bytes of a regular file, by a path without symbolic links.
  ///
  /// A file that another process writes to meanwhile is read a second time; if it changes again,
  /// reading fails, because half of each version would be worse than none.
  package func bytes(of path: String, limit: Int) throws(ReadFailure) -> [UInt8] {
    for _ in 0..<2 {
      if let bytes = try stableBytes(of: path, limit: limit) { return bytes }
    }
    throw .changing
  }

  /// Returns nil if the file was changed or replaced while it was read.
  private func stableBytes(of path: String, limit: Int) throws(ReadFailure) -> [UInt8]? {
    let descriptor: Int32
    do {
      descriptor = try retrying { operations.open(path) }.get()
    } catch {
      throw error == .system(SystemError(code: ELOOP)) ? .linked : error
    }
    defer { operations.close(descriptor) }
    let before = try retrying { operations.status(descriptor) }.get()
    if let kind = before.otherKind { throw .notRegular(kind) }
    guard before.size <= limit else { throw .tooLarge(before.size) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(before.size)
    // One byte more than expected detects the end of the file, and a file that grew.
    while bytes.count <= before.size {
      let wanted = before.size + 1 - bytes.count
      let chunk = try retrying { operations.read(descriptor, wanted) }.get()
      if chunk.isEmpty { break }
      if bytes.isEmpty { bytes = chunk } else { bytes.append(contentsOf: chunk) }
    }
    let after = try retrying { operations.status(descriptor) }.get()
    guard before.hasSameContent(as: after), bytes.count == before.size else { return nil }
    return bytes
  }

  /// Repeats the call while a signal interrupts it.
  private func retrying<Value>(
    _ call: () -> Result<Value, SystemError>
  ) -> Result<Value, ReadFailure> {
    while true {
      let answer = call()
      if case .failure(let error) = answer, error.isInterruption { continue }
      return answer.mapError { $0.isAbsence ? .absent : .system($0) }
    }
  }
}

extension FileReader {
  /// Returns the paths, the nearest first, that may be meant by one that does not exist: those of
  /// files that have its name and an extension, or a similar name, in its folder, or of what has its name
  /// in a folder with a similar name. A relative path counts from the base. The path is that of a file or of a
  /// folder; a file may have any of the extensions, or any at all for nil.
  package func nearPaths(
    to path: String, from base: String, isFolder: Bool = false, extensions: [String]? = nil
  ) -> [String] {
    let parts = PathText.parts(of: path)
    // Each folder on the way costs a question to the system, with the path up to it.
    guard parts.count <= Self.mostParts else { return [] }
    // The part that exists.
    var shown = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
    for (index, part) in parts.enumerated() {
      let name = String(part)
      let isLast = index == parts.count - 1
      let folder = PathText.joined(base, shown)
      if !isLast, exists(PathText.joined(folder, name)) {
        shown = PathText.joined(shown, name)
        continue
      }
      guard let entries = try? entries(of: folder) else { return [] }
      let fitting = entries.filter { entry in
        guard entry.isFolder == (isFolder || !isLast) else { return false }
        return !isLast || extensions?.contains(PathText.fileExtension(of: entry.name)) ?? true
      }.map(\.name)
      let rest = parts[(index + 1)...].joined(separator: "/")
      // `read-only` for `read-only.yaml`.
      let extended =
        isLast ? fitting.filter { $0 == name + PathText.fileExtension(of: $0) && $0 != name } : []
      return (extended.isEmpty ? nearMisses(of: name, in: fitting) : extended)
        .map { PathText.joined(PathText.joined(shown, $0), rest) }
        .filter { isLast || exists(PathText.joined(base, $0)) }
    }
    return []
  }

  private func exists(_ path: String) -> Bool { (try? canonicalPath(of: path)) != nil }

  private static let mostParts = 32
}

/// The error code of a failed system call.
package struct SystemError: Error, Sendable, Equatable {
  private let code: Int32
  /// The description of an error that no system call has.
  private let words: String?

  package init(code: Int32) { (self.code, words) = (code, nil) }

  /// Creates an error from its description, to follow a colon.
  package init(_ words: String) { (code, self.words) = (0, words) }

  static var last: Self { Self(code: errno) }

  /// The error in words, without the name of a C constant.
  package var description: String {
    if let words { return words }
    return switch code {
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
