import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics

/// The files of a commit of git, under the paths that they have in the working tree.
///
/// A load reads them through ``operations``, with the same limits, patterns and restrictions as files on the
/// disk. They are listed once, and each is read when it is opened; nothing is written to the disk, where a hostile
/// commit could choose the place, and old secrets would stay.
struct GitRevision: Sendable {
  /// The revision as a person names it, with the commit: `main (3f2a1b9)`. Where the branch of the working tree has
  /// left it, the commit is the last one that both have.
  let name: String
  /// What a load reads the files through.
  let operations: FileOperations
  private let failures: Failures

  /// Keeps the first failure of git while files are read.
  private final class Failures: Sendable { let first = Locked<UnavailableError?>(nil) }

  /// The first failure of git while files were read; a load reports those files as unreadable.
  var failure: UnavailableError? { failures.first.withLock { $0 } }

  /// Finds the repository of a file or folder, which need not exist any more, and the commit that a name
  /// means.
  ///
  /// - Throws: `UsageError` if there is no such repository or revision; `UnavailableError` if git is missing or
  ///   fails.
  init(
    _ revision: String, of path: String, variables: [String: String],
    timeout: Duration = .seconds(30)
  ) throws {
    let shown = DisplayText.line(revision)
    // Git would take the first for an option, and the operating system would cut the last.
    guard !revision.isEmpty, !revision.hasPrefix("-"), !revision.utf8.contains(0) else {
      throw UsageError("`\(shown)` is not a revision")
    }
    let git = try Git(variables: variables, timeout: timeout)
    let top = try Self.topFolder(of: path, git)
    let answer = try git.run(
      ["rev-parse", "--verify", "--end-of-options", "\(revision)^{commit}"], in: top)
    guard answer.code == 0 else {
      throw try Self.unknownRevision(shown, git, top)
    }
    var commit = Self.line(answer)
    var name =
      commit.hasPrefix(revision) ? String(commit.prefix(7)) : "\(shown) (\(commit.prefix(7)))"
    // What others did there since is no change of this branch. A shallow clone may not know where they part.
    let base = try git.run(["merge-base", commit, "HEAD"], in: top)
    if base.code == 0, Self.line(base) != commit {
      commit = Self.line(base)
      name = "\(commit.prefix(7)), where this branch left \(shown)"
    } else if base.code == 1 {
      name += ", which has no commit in common with this branch here"
    }
    let failures = Failures()
    let outside = SystemError("it is outside of the git repository `\(top)`, and so not in \(name)")
    var disk = FileOperations.system
    disk.canonicalPath = { .success($0) }
    disk.open = { _ in .failure(outside) }
    disk.entries = { _ in .failure(outside) }
    let files = FilesOverDisk(
      try Self.entries(of: commit, git, top), covering: top, disk: disk
    ) { object throws(SystemError) in
      do throws(UnavailableError) {
        return try git.output(of: ["cat-file", "blob", object], in: top)
      } catch {
        failures.first.withLock { $0 = $0 ?? error }
        throw SystemError(error.description)
      }
    }
    (self.name, self.failures, operations) = (name, failures, files.operations)
  }

  /// Returns the error of a revision that is not there; a shallow clone may only lack it.
  private static func unknownRevision(
    _ shown: String, _ git: Git, _ top: String
  ) throws(UnavailableError) -> UsageError {
    let isShallow = line(try git.run(["rev-parse", "--is-shallow-repository"], in: top)) == "true"
    guard isShallow else { return UsageError("there is no revision `\(shown)`") }
    let arguments =
      shown.hasPrefix("origin/")
      ? "--depth=1 origin \(shown.dropFirst(7)):refs/remotes/\(shown)" : "--unshallow"
    return UsageError(
      "this shallow clone has no revision `\(shown)`",
      help: "`git fetch \(arguments)` fetches more of the repository")
  }

  /// Returns all files, links, folders and submodules of a commit, by the objects that have their contents.
  private static func entries(
    of commit: String, _ git: Git, _ top: String
  ) throws(UnavailableError) -> [(path: String, entry: FilesOverDisk.Entry)] {
    let list = try git.output(of: ["ls-tree", "-r", "-t", "-z", "--full-tree", commit], in: top)
    // Each is a mode, a type and an object with spaces between them, a tab, and the path as it is.
    return list.split(separator: 0).compactMap { line in
      let parts = line.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
        .map { String(decoding: $0, as: UTF8.self) }
      let words = parts.first?.split(separator: " ") ?? []
      guard parts.count == 2, words.count == 3, isInside(parts[1]) else { return nil }
      let entry: FilesOverDisk.Entry =
        switch words[0] {
        case "120000": .link(String(words[2]))
        case "040000": .folder
        case "160000": .refused(SystemError("it is in a submodule, which is another repository"))
        default: .file(String(words[2]))
        }
      return (PathText.joined(top, parts[1]), entry)
    }
  }

  /// Whether a path of a commit stays in the repository: `../x` and `/x`, which git does not check out, can be in a
  /// commit that was made by hand.
  private static func isInside(_ path: String) -> Bool {
    path.split(separator: "/", omittingEmptySubsequences: false)
      .allSatisfy { !["", ".", ".."].contains($0) }
  }

  /// Returns the canonical top folder of the working tree that has a file or folder.
  private static func topFolder(of path: String, _ git: Git) throws -> String {
    // The nearest folder that the disk has; the revision may have more.
    let working = (try? FileOperations.system.canonicalPath(".").get()) ?? "/"
    var folder = PathText.joined(working, path)
    while folder != "/", case .failure = FileOperations.system.entries(folder) {
      folder = PathText.folder(of: folder)
    }
    let answer = try git.run(["rev-parse", "--show-toplevel"], in: folder)
    if answer.code == 0 { return line(answer) }
    guard answer.problem.contains(text: "not a git repository") else {
      throw UnavailableError(description: "git cannot use the repository: \(answer.problem)")
    }
    throw UsageError("`\(path)` is not in a git repository")
  }

  /// The output without the line break that ends it: a path may have others.
  private static func line(_ answer: Git.Answer) -> String {
    String(decoding: answer.output.dropLast(), as: UTF8.self)
  }
}
