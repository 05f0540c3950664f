import PatchbayCore
import PatchbayDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files in memory that take the place of files of the disk: those of a commit, or the unsaved files of an editor.
///
/// In a covered folder, only they exist. Elsewhere, each one hides the file of the disk that has its path, and all
/// others are those of the disk. May be used from any thread.
package final class FilesOverDisk: Sendable {
  package enum Entry: Sendable {
    /// A file, or a symbolic link, by what its content or its target is read by.
    case file(String), link(String)
    case folder
    /// Something that cannot be used, and is not listed, with the reason.
    case refused(SystemError)
  }

  private struct Open {
    let size: Int
    var rest: ArraySlice<UInt8>
  }

  /// By canonical paths.
  private let entries: [ExactText: Entry]
  private let folders: [ExactText: [FolderEntry]]
  private let covered: String?
  private let disk: FileOperations
  private let content: @Sendable (String) throws(SystemError) -> [UInt8]
  /// The files in memory that are open, by descriptors below those of the system, and the last one.
  private let opened = Locked((files: [Int32: Open](), last: Int32(-1)))

  /// - Parameters:
  ///   - entries: The files by their canonical paths; those of a covered folder with all folders in it.
  ///   - covered: The canonical path of the covered folder; nil for none.
  ///   - disk: What answers for all other files. Its symbolic links are those of the system.
  ///   - content: Returns the bytes of a file, or of the target of a link; called when it is opened or followed.
  package init(
    _ entries: [(path: String, entry: Entry)], covering covered: String? = nil,
    disk: FileOperations = .system,
    content: @escaping @Sendable (String) throws(SystemError) -> [UInt8]
  ) {
    (self.covered, self.disk, self.content) = (covered, disk, content)
    var byPath: [ExactText: Entry] = [:]
    var folders: [ExactText: [FolderEntry]] = [:]
    if let covered { (byPath[ExactText(covered)], folders[ExactText(covered)]) = (.folder, []) }
    for (path, entry) in entries {
      byPath[ExactText(path)] = entry
      var isFolder = false
      switch entry {
      case .refused: continue
      case .folder: isFolder = true
      case .file, .link: break
      }
      folders[ExactText(PathText.folder(of: path)), default: []]
        .append(FolderEntry(name: PathText.lastPart(of: path), isFolder: isFolder))
    }
    (self.entries, self.folders) = (byPath, folders)
  }

  /// The operations of a load that reads these files.
  package var operations: FileOperations {
    var operations = disk
    operations.open = { path in Result { () throws(SystemError) in try self.open(path) } }
    operations.status = { file in
      if file >= -1 { return self.disk.status(file) }
      return self.opened.withLock { opened in
        opened.files[file].map { .success(FileStatus(ofFileWithSize: $0.size)) }
          ?? .failure(SystemError(code: EBADF))
      }
    }
    operations.read = { file, count in
      if file >= -1 { return self.disk.read(file, count) }
      return self.opened.withLock { opened in
        guard let bytes = opened.files[file]?.rest.prefix(count) else {
          return .failure(SystemError(code: EBADF))
        }
        opened.files[file]?.rest.removeFirst(bytes.count)
        return .success(Array(bytes))
      }
    }
    operations.close = { file in
      if file >= -1 { return self.disk.close(file) }
      self.opened.withLock { $0.files[file] = nil }
    }
    operations.canonicalPath = { path in
      Result { () throws(SystemError) in try self.canonicalPath(of: path) }
    }
    operations.entries = { folder in
      Result { () throws(SystemError) in try self.names(in: folder) }
    }
    return operations
  }

  /// Returns what a canonical path leads to; nil for what the disk has.
  private func entry(at path: String) throws(SystemError) -> Entry? {
    switch entries[ExactText(path)] {
    case .refused(let error)?: throw error
    case let entry?: return entry
    case nil where covered.map { PathText.isInside(path, $0) } ?? false:
      throw SystemError(code: ENOENT)
    case nil: return nil
    }
  }

  private func open(_ path: String) throws(SystemError) -> Int32 {
    let bytes: [UInt8]
    switch try entry(at: path) {
    case .file(let source)?: bytes = try content(source)
    case .link?: throw SystemError(code: ELOOP)
    case .folder?, .refused?: throw SystemError(code: EISDIR)
    case nil: return try disk.open(path).get()
    }
    return opened.withLock { opened in
      opened.last -= 1
      opened.files[opened.last] = Open(size: bytes.count, rest: bytes[...])
      return opened.last
    }
  }

  private func names(in folder: String) throws(SystemError) -> [FolderEntry] {
    let folder = try canonicalPath(of: folder)
    let own = folders[ExactText(folder)] ?? []
    switch try entry(at: folder) {
    case .folder?: return own
    case .file?, .link?, .refused?: throw SystemError(code: ENOTDIR)
    case nil: return try disk.entries(folder).get().filter { !own.contains($0) } + own
    }
  }

  /// The number of symbolic links that Linux follows in one path.
  private static let mostLinks = 40

  /// Returns a path with all symbolic links resolved: also one of the disk may lead into the covered folder.
  private func canonicalPath(of path: String) throws(SystemError) -> String {
    guard FileOperations.isUsable(path) else { throw SystemError(code: EINVAL) }
    var parts = PathText.parts(of: path)[...]
    var start = "/"
    if path.utf8.first != UInt8(ascii: "/") {
      start = try FileOperations.system.canonicalPath(".").get()
      // The covered folder may have a part of the working folder alone: `../Config` begins above it.
      while let first = parts.first, first == ".." || first == "." {
        if first == ".." { start = PathText.folder(of: start) }
        parts.removeFirst()
      }
    }
    var rest = Array((PathText.parts(of: start) + parts).reversed())
    var (reached, links) = ("/", 0)
    while let part = rest.popLast() {
      // Also before `..` and `.` there must be a folder.
      switch try entry(at: reached) {
      case .file?, .link?, .refused?: throw SystemError(code: ENOTDIR)
      case .folder?, nil: break
      }
      if part == "." { continue }
      if part == ".." {
        reached = PathText.folder(of: reached)
        continue
      }
      let next = PathText.joined(reached, String(part))
      guard let target = try target(ofLink: next) else {
        reached = next
        continue
      }
      links += 1
      guard links <= Self.mostLinks else { throw SystemError(code: ELOOP) }
      if target.utf8.first == UInt8(ascii: "/") { reached = "/" }
      rest += PathText.parts(of: target).reversed()
    }
    return try entry(at: reached) == nil ? disk.canonicalPath(reached).get() : reached
  }

  /// Returns the target of a symbolic link, or nil for anything else.
  private func target(ofLink path: String) throws(SystemError) -> String? {
    switch try entry(at: path) {
    case .link(let source)?:
      let target = try content(source)
      guard (1..<Int(PATH_MAX)).contains(target.count), !target.contains(0) else {
        throw SystemError(code: EINVAL)
      }
      return String(decoding: target, as: UTF8.self)
    case .file?, .folder?, .refused?: return nil
    case nil:
      var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = target.withUnsafeMutableBytes { bytes in
        // It writes no more bytes than there are, and no NUL at the end.
        bytes.withMemoryRebound(to: CChar.self) { readlink(path, $0.baseAddress!, $0.count) }
      }
      return count < 0 ? nil : String(decoding: target.prefix(count), as: UTF8.self)
    }
  }
}
