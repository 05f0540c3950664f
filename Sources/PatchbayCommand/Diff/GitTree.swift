import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folders and files of a commit as they would be in the working tree; may be used from any thread.
///
/// Below the top folder it reads nothing from the disk. Outside of it, symbolic links of the disk are
/// followed, because they may lead into the repository, and no file is read.
final class GitTree: Sendable {
  private struct Entry: Sendable {
    enum Kind { case file, link, folder, submodule }

    let kind: Kind
    /// The name of its object.
    let object: String
  }

  private struct State {
    /// The folders that were listed, by their objects.
    var folders: [String: [ExactText: Entry]] = [:]
    /// The files that are open, and what is not read of them yet.
    var opened: [Int32: (size: Int, rest: ArraySlice<UInt8>)] = [:]
    var nextDescriptor: Int32 = 0
    var failure: UnavailableError?
  }

  private let git: Git
  /// The canonical top folder of the working tree.
  private let top: String
  /// The canonical working directory.
  private let working: String
  private let root: Entry
  /// The name of the revision, for errors.
  private let name: String
  private let state = Locked(State())

  init(git: Git, top: String, working: String, commit: String, name: String) {
    (self.git, self.top, self.working, self.name) = (git, top, working, name)
    root = Entry(kind: .folder, object: commit)
  }

  /// The first failure of git itself.
  var failure: UnavailableError? { state.withLock { $0.failure } }

  /// The operations of a load, all of which are answered from the commit.
  var operations: FileOperations {
    var operations = FileOperations.system
    operations.open = { path in Result { () throws(SystemError) in try self.open(path) } }
    operations.status = { file in
      self.state.withLock { state in
        state.opened[file].map { .success(FileStatus(ofFileWithSize: $0.size)) }
          ?? .failure(SystemError(code: EBADF))
      }
    }
    operations.read = { file, count in
      self.state.withLock { state in
        guard let bytes = state.opened[file]?.rest.prefix(count) else {
          return .failure(SystemError(code: EBADF))
        }
        state.opened[file]?.rest.removeFirst(bytes.count)
        return .success(Array(bytes))
      }
    }
    operations.close = { file in self.state.withLock { $0.opened[file] = nil } }
    operations.canonicalPath = { path in
      Result { () throws(SystemError) in try self.canonicalPath(of: path) }
    }
    operations.entries = { folder in
      Result { () throws(SystemError) in try self.entries(of: folder) }
    }
    return operations
  }

  private func open(_ path: String) throws(SystemError) -> Int32 {
    let bytes: [UInt8]
    let entry = try entry(at: path)
    switch entry.kind {
    case .file: bytes = try content(of: entry)
    case .link: throw SystemError(code: ELOOP)
    case .folder: throw SystemError(code: EISDIR)
    case .submodule: throw Self.inSubmodule
    }
    guard !bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8) else {
      throw SystemError("it is in Git LFS, and the commit has only a pointer to it")
    }
    return state.withLock { state in
      state.nextDescriptor += 1
      state.opened[state.nextDescriptor] = (bytes.count, bytes[...])
      return state.nextDescriptor
    }
  }

  private func entries(of folder: String) throws(SystemError) -> [FolderEntry] {
    let entries = try children(of: try entry(at: try canonicalPath(of: folder)))
    // A pattern does not search a submodule, which is another repository.
    return entries.filter { $0.value.kind != .submodule }
      .map { FolderEntry(name: $0.key.text, isFolder: $0.value.kind == .folder) }
  }

  /// The number of symbolic links that Linux follows in one path.
  private static let mostLinks = 40

  /// Returns a path with all symbolic links resolved. One that leads out of the repository is returned as far
  /// as its links are known, whether there is a file or not.
  private func canonicalPath(of path: String) throws(SystemError) -> String {
    guard !path.utf8.contains(0) else { throw SystemError(code: EINVAL) }
    var (folder, parts) = (working, PathText.parts(of: path)[...])
    // Of the working folder, which has no links, the commit may have a part alone: `../Config` begins above it.
    while path.utf8.first != UInt8(ascii: "/"), let first = parts.first,
      first == ".." || first == "."
    {
      if first == ".." { folder = PathText.folder(of: folder) }
      parts.removeFirst()
    }
    let start = path.utf8.first == UInt8(ascii: "/") ? "/" : folder
    var rest = Array((PathText.parts(of: start) + parts).reversed())
    var (reached, links) = ("/", 0)
    while let part = rest.popLast() {
      // Also before `..` and `.` there must be a folder.
      if PathText.isInside(reached, top) { try Self.checkFolder(try entry(at: reached)) }
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
    return reached
  }

  /// Returns the target of a symbolic link, or nil for anything else.
  private func target(ofLink path: String) throws(SystemError) -> String? {
    if PathText.isInside(path, top) {
      let entry = try entry(at: path)
      guard entry.kind == .link else { return nil }
      let target = try content(of: entry)
      guard (1..<Int(PATH_MAX)).contains(target.count), !target.contains(0) else {
        throw SystemError(code: EINVAL)
      }
      return String(decoding: target, as: UTF8.self)
    }
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = target.withUnsafeMutableBytes { bytes in
      // It writes no more bytes than there are, and no NUL at the end.
      bytes.withMemoryRebound(to: CChar.self) { readlink(path, $0.baseAddress!, $0.count) }
    }
    return count < 0 ? nil : String(decoding: target.prefix(count), as: UTF8.self)
  }

  /// Returns what the commit has at a path without symbolic links.
  private func entry(at path: String) throws(SystemError) -> Entry {
    guard PathText.isInside(path, top) else {
      throw SystemError("it is outside of the git repository `\(top)`, and so not in \(name)")
    }
    var entry = root
    for part in PathText.parts(of: path).dropFirst(PathText.parts(of: top).count) {
      guard let next = try children(of: entry)[ExactText(String(part))] else {
        throw SystemError(code: ENOENT)
      }
      entry = next
    }
    return entry
  }

  private static let inSubmodule = SystemError("it is in a submodule, which is another repository")

  private static func checkFolder(_ entry: Entry) throws(SystemError) {
    switch entry.kind {
    case .folder: return
    case .submodule: throw inSubmodule
    case .file, .link: throw SystemError(code: ENOTDIR)
    }
  }

  /// Returns what is in a folder.
  private func children(of folder: Entry) throws(SystemError) -> [ExactText: Entry] {
    try Self.checkFolder(folder)
    if let known = state.withLock({ $0.folders[folder.object] }) { return known }
    var children: [ExactText: Entry] = [:]
    // Each is a mode, a type and an object with spaces between them, a tab, and the name as it is.
    for line in try ask(["ls-tree", "-z", folder.object]).split(separator: 0) {
      let parts = line.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
      let words = parts[0].split(separator: UInt8(ascii: " "))
        .map { String(decoding: $0, as: UTF8.self) }
      guard parts.count == 2, words.count == 3 else { throw SystemError(code: EIO) }
      let kind: Entry.Kind =
        switch words[0] {
        case "120000": .link
        case "040000": .folder
        case "160000": .submodule
        default: .file
        }
      children[ExactText(String(decoding: parts[1], as: UTF8.self))] =
        Entry(kind: kind, object: words[2])
    }
    state.withLock { $0.folders[folder.object] = children }
    return children
  }

  private func content(of file: Entry) throws(SystemError) -> [UInt8] {
    try ask(["cat-file", "blob", file.object])
  }

  /// Returns what git writes; keeps its first failure.
  private func ask(_ arguments: [String]) throws(SystemError) -> [UInt8] {
    let failure: UnavailableError
    do {
      let answer = try git.run(arguments, in: top)
      if answer.code == 0 { return answer.output }
      let isLeftOut = ["promisor", "lazy fetching"].contains { answer.problem.contains(text: $0) }
      failure = UnavailableError(
        description: isLeftOut
          ? "this partial clone lacks it, and nothing is fetched: `git diff --stat` with the revision does"
          : "git cannot read it: \(answer.problem)")
    } catch { failure = error }
    state.withLock { $0.failure = $0.failure ?? failure }
    throw SystemError(failure.description)
  }
}
