import PatchbayConfiguration
import PatchbayDiagnostics

/// The files of a commit of git, under the paths that they have in the working tree.
///
/// A load reads them through ``operations``, with the same limits, patterns and restrictions as files on the
/// disk.
struct GitRevision: Sendable {
  /// The revision as a person names it, with the commit: `main (3f2a1b9)`. Where the branch of the working tree has
  /// left it, the commit is the last one that both have.
  let name: String
  private let tree: GitTree

  /// What a load reads the files through.
  var operations: FileOperations { tree.operations }

  /// The first failure of git while files were read; a load reports those files as unreadable.
  var failure: UnavailableError? { tree.failure }

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
      throw UsageError(
        "`\(shown)` is not a revision",
        help: "name a branch, a tag or a commit, such as `main`, `v1.2` or `HEAD~1`")
    }
    let git = try Git(variables: variables, timeout: timeout)
    let working = (try? FileOperations.system.canonicalPath(".").get()) ?? "/"
    let top = try Self.topFolder(of: path, working, git)
    let answer = try Self.commit(revision, git, top)
    guard answer.code == 0 else { throw try Self.unknown(revision, answer, git, top) }
    var commit = Self.line(answer)
    var name =
      commit.hasPrefix(revision) ? String(commit.prefix(7)) : "\(shown) (\(commit.prefix(7)))"
    // What others did there since is no change of this branch. A shallow clone may not know where they part.
    let base = try git.run(["merge-base", commit, "HEAD"], in: top)
    if base.code == 0, Self.line(base) != commit {
      commit = Self.line(base)
      name = "\(commit.prefix(7)), where this branch left \(shown)"
    }
    self.name = name
    tree = GitTree(git: git, top: top, working: working, commit: commit, name: name)
  }

  /// Returns the canonical top folder of the working tree that has a file or folder.
  private static func topFolder(of path: String, _ working: String, _ git: Git) throws -> String {
    // The nearest folder that the disk has; the revision may have more.
    var folder = PathText.joined(working, path)
    while folder != "/", case .failure = FileOperations.system.entries(folder) {
      folder = PathText.folder(of: folder)
    }
    let answer = try git.run(["rev-parse", "--show-toplevel"], in: folder)
    if answer.code == 0 { return line(answer) }
    guard answer.problem.contains(text: "not a git repository") else {
      throw UnavailableError(description: "git cannot use the repository: \(answer.problem)")
    }
    throw UsageError(
      "`\(path)` is not in a git repository",
      help: "`--against FOLDER`, a MODEL, and `--from` with `--to` need no git")
  }

  /// The output without the line break that ends it: a path may have others.
  private static func line(_ answer: Git.Answer) -> String {
    String(decoding: answer.output.dropLast(), as: UTF8.self)
  }

  private static func commit(
    _ revision: String, _ git: Git, _ top: String
  ) throws(UnavailableError) -> Git.Answer {
    try git.run(["rev-parse", "--verify", "--end-of-options", "\(revision)^{commit}"], in: top)
  }

  /// Returns the names of branches and tags.
  private static func names(_ git: Git, _ top: String) throws(UnavailableError) -> [String] {
    let folders = ["refs/heads", "refs/tags", "refs/remotes"]
    let answer = try git.run(["for-each-ref", "--format=%(refname:short)"] + folders, in: top)
    let text = String(decoding: answer.output, as: UTF8.self)
    return ["HEAD"] + text.split(whereSeparator: \.isNewline).map(String.init)
  }

  /// Returns the error of a revision that git does not know.
  private static func unknown(
    _ revision: String, _ answer: Git.Answer, _ git: Git, _ top: String
  ) throws(UnavailableError) -> UsageError {
    // The usual answer says less than this error; others, such as that of an ambiguous name, say more.
    let usual = "fatal: Needed a single revision"
    let reason = answer.problem == usual ? "" : ": \(answer.problem)"
    var error = UsageError(
      "the repository `\(top)` has no revision `\(DisplayText.line(revision))`\(reason)")
    // What is shown to be copied into a shell.
    let isPlain = revision.utf8.allSatisfy {
      Character(Unicode.Scalar($0)).isLetter && $0 < 0x80 || "0123456789._/-".utf8.contains($0)
    }
    func isShallow() throws(UnavailableError) -> Bool {
      line(try git.run(["rev-parse", "--is-shallow-repository"], in: top)) == "true"
    }
    if isPlain, try commit("refs/remotes/origin/\(revision)", git, top).code == 0 {
      error.help = "did you mean `origin/\(revision)`?"
    } else if isPlain, let help = UsageError.didYouMean(revision, among: try names(git, top)) {
      error.help = help
    } else if try isShallow() {
      error.message += "; it is a shallow clone, which lacks older commits and other branches"
      error.help =
        (isPlain
          ? "`git fetch --depth=1 origin \(revision)` fetches it, under the name `FETCH_HEAD`; "
          : "`git fetch --unshallow` fetches all commits; ")
        + "in a workflow of GitHub, `fetch-depth: 0` of `actions/checkout` does"
    } else if let range = revision.firstRange(ofText: ".."), range.lowerBound > revision.startIndex
    {
      error.help = "`--since` takes one revision: `--since \(revision[..<range.lowerBound])`"
    } else if revision.contains(":") {
      error.help = "name the revision alone: the files are those of the configuration"
    } else if isPlain {
      error.help = "if another clone has it, `git fetch origin \(revision)` fetches it"
    }
    return error
  }
}
