import Foundation
import Patchbay
import TestSupport
import Testing

@testable import PatchbayCommand
@testable import PatchbayConfiguration

@Suite(
  "A revision that cannot be read is refused",
  .enabled(if: GitRepository.isThere, "needs git: run Scripts/setup"))
struct GitRefusalTests {
  @Test(
    "by its name, of which git sees no option",
    arguments: [
      "-x": "`-x` is not a revision", "--output=x": "`--output=x` is not a revision",
      "": "`` is not a revision", "main\0": "`main\\u{0}` is not a revision",
      "main:Config": "there is no revision `main:Config`",
      "nope": "there is no revision `nope`",
      "HAED": "there is no revision `HAED`",
      "topic": "there is no revision `topic`",
      "$(touch x)": "there is no revision `$(touch x)`",
      "HEAD~1": "there is no revision `HEAD~1`",
    ])
  func names(_ name: String, _ message: String) throws {
    let repository = try GitRepository(["Config/services.yaml": ""])
    try repository.run("update-ref", "refs/remotes/origin/topic", "HEAD")
    let found = try usageError(repository.folder) { try repository.revision(name) }
    #expect(found == message)
    #expect(try repository.run("status", "--porcelain").isEmpty)
  }

  @Test("where a commit that was made by hand names a file outside of the repository")
  func namesOutside() throws {
    let repository = try GitRepository(["Config/services.yaml": "{}"])
    let blob = try repository.run("rev-parse", "HEAD:Config/services.yaml")
    let tree = try repository.run("rev-parse", "HEAD:Config")
    var bytes = Data()
    for (mode, name, object) in [
      ("40000", "..", tree), ("100644", "/evil.yaml", blob), ("40000", "Config", tree),
    ] {
      bytes += Data("\(mode) \(name)\0".utf8)
      var digits = object[...]
      while !digits.isEmpty {
        bytes.append(try #require(UInt8(digits.prefix(2), radix: 16)))
        digits = digits.dropFirst(2)
      }
    }
    try bytes.write(to: URL(fileURLWithPath: repository.folder.file("tree")))
    let made = try repository.run("hash-object", "-t", "tree", "-w", "--literally", "tree")
    let commit = try repository.run("commit-tree", "-m", "x", "-p", "HEAD", made)
    try repository.run("update-ref", "HEAD", commit)
    let operations = try repository.revision().operations
    let names = try operations.entries(repository.folder.path).get().map(\.name)
    #expect(names == ["Config"])
    guard case .failure(let error) = operations.open("/evil.yaml") else {
      Issue.record("the commit has a file outside of the repository")
      return
    }
    #expect("\(error)".contains("it is outside of the git repository"), "\(error)")
  }

  @Test("by a shallow clone that lacks it, until it is fetched")
  func shallow() throws {
    let repository = try GitRepository(["Config/services.yaml": ""])
    try repository.run("branch", "before")
    try repository.commit()
    let clone = try TemporaryFolder()
    let url = "file://\(repository.folder.path)"
    try repository.run("clone", "--quiet", "--depth=1", url, clone.path)
    let path = clone.file("Config/services.yaml")
    let found = try usageError(clone) { try repository.revision("before", of: path) }
    #expect(
      found == """
        this shallow clone has no revision `before`
        `git fetch --unshallow` fetches more of the repository
        """)
    let remote = try usageError(clone) { try repository.revision("origin/before", of: path) }
    #expect(
      remote == """
        this shallow clone has no revision `origin/before`
        `git fetch --depth=1 origin before:refs/remotes/origin/before` fetches more of the repository
        """)
    try repository.run(
      "fetch", "--quiet", "--depth=1", "origin", "before:refs/remotes/origin/before", in: clone.path
    )
    #expect(
      try repository.revision("origin/before", of: path).name.hasSuffix(
        "), which has no commit in common with this branch here"))
  }

  @Test("outside of a repository")
  func noRepository() throws {
    let (repository, outside) = try (GitRepository(), TemporaryFolder())
    let found = try usageError(outside) {
      try repository.revision(
        of: outside.file("a/b"), ["GIT_CEILING_DIRECTORIES": PathText.folder(of: outside.path)])
    }
    #expect(found == "`R/a/b` is not in a git repository")
  }

  @Test("by git itself, in a folder of another user")
  func otherOwner() throws {
    let repository = try GitRepository()
    let error = #expect(throws: UnavailableError.self) {
      try repository.revision("HEAD", ["GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"])
    }
    let folder = repository.folder.path
    #expect(
      error?.description.contains("detected dubious ownership in repository at '\(folder)'") == true
    )
    #expect(error?.description.contains("--add safe.directory \(folder)") == true)
  }

  @Test(
    "by a git that fails, and ends it",
    arguments: [
      "exec sleep 60": "`git rev-parse` took longer than 0.5 seconds",
      "exec >&- 2>&-; exec sleep 60": "`git rev-parse` took longer than 0.5 seconds",
      "exec cat /dev/zero": "`git rev-parse` wrote more than 67,108,864 bytes",
      "cat /dev/zero | head -c 999999 >&2; exit 3": "git cannot use the repository: \0",
      "echo \"fatal: \u{1B}[31m\nbad $GIT_TERMINAL_PROMPT$GIT_OPTIONAL_LOCKS\" >&2; exit 128":
        "git cannot use the repository: fatal: \u{1B}[31m bad 00",
      "kill -9 $$": "git cannot use the repository: it ended with code 137",
      "exit 0 # not executable":
        "a revision is read with git, but no folder of the variable `PATH` has it",
    ])
  func failingGit(_ script: String, _ message: String) throws {
    let folder = try TemporaryFolder(["bin/git": "#!/bin/sh\n\(script)\n"])
    let isExecutable = !script.hasSuffix("not executable")
    if isExecutable { try folder.makeProgram("bin/git") }
    let error = #expect(throws: UnavailableError.self) {
      try GitRevision(
        "main", of: folder.path,
        variables: ["PATH": folder.file("bin") + (isExecutable ? ":/usr/bin:/bin" : "")],
        timeout: script.contains("sleep") ? .milliseconds(500) : .seconds(30))
    }
    #expect(error?.description.hasPrefix(message) == true, "\(String(describing: error))")
  }

  @Test("and the command ends with 69 where no absolute folder of PATH has git")
  func exitCode() async throws {
    let folder = try TemporaryFolder(["git": "#!/bin/sh\nexit 0\n"])
    try folder.makeProgram("git")
    let working = FileManager.default.currentDirectoryPath
    let up = working.split(separator: "/").map { _ in "../" }.joined()
    for path in ["/nothing", "", up + folder.path.dropFirst()] {
      let (code, problem) = await result(path)
      #expect(code == 69)
      #expect(
        problem
          == "error: a revision is read with git, but no folder of the variable `PATH` has it")
    }
  }

  /// Runs a command that reads a revision.
  private func result(_ path: String) async -> (code: Int32, problem: String) {
    let recorder = Recorder()
    let command = PatchbayCommand(
      "app", catalog: .greetings, configuration: .inline(""), variables: ["PATH": path],
      output: recorder.output(),
      subcommands: [
        Subcommand("since", summary: "Reads.") { invocation in
          _ = try GitRevision("main", of: ".", variables: invocation.variables)
          return ExitCode.success
        }
      ])
    return (await command.run(["since"]), recorder.problem)
  }
}

@Suite(
  "A hostile repository runs nothing",
  .enabled(if: GitRepository.isThere, "needs git: run Scripts/setup"))
struct HostileRepositoryTests {
  @Test("by its configuration and hooks, also where a partial clone lacks a file")
  func configuration() throws {
    let repository = try GitRepository([
      "Config/services.yaml": "imports: [more.yaml]", "Config/more.yaml": "",
      ".gitattributes": "* filter=evil diff=evil",
    ])
    let (folder, traps) = (repository.folder, try TemporaryFolder())
    let object = try repository.run("rev-parse", "HEAD:Config/more.yaml")
    func trap(_ name: String) -> String { "touch \(traps.file(name))" }
    try folder.write("#!/bin/sh\n\(trap("hook"))\n", to: "hooks/reference-transaction")
    try folder.makeProgram("hooks/reference-transaction")
    let settings = [
      "core.fsmonitor": trap("fsmonitor"), "core.sshCommand": trap("ssh"),
      "core.pager": trap("pager"), "core.hooksPath": folder.file("hooks"),
      "pager.cat-file": "true", "alias.cat-file": "!" + trap("alias"),
      "alias.rev-parse": "!" + trap("alias"), "alias.ls-tree": "!" + trap("alias"),
      "filter.evil.smudge": trap("smudge"), "diff.evil.textconv": trap("textconv"),
      "credential.helper": "!" + trap("credential"), "core.repositoryformatversion": "1",
      "extensions.partialClone": "origin", "remote.origin.promisor": "true",
      "remote.origin.url": "ext::" + trap("fetch"), "protocol.ext.allow": "always",
    ]
    for (name, value) in settings { try repository.run("config", name, value) }
    try FileManager.default.removeItem(
      atPath: folder.file(".git/objects/\(object.prefix(2))/\(object.dropFirst(2))"))
    let revision = try repository.revision()
    let messages = repository.load(through: revision.operations)
    let lacks = "`R/Config/more.yaml` cannot be read: git cannot read it: "
    #expect(messages.count == 1 && messages[0].hasPrefix(lacks), "\(messages)")
    #expect(revision.failure != nil)
    let manager = FileManager.default
    #expect(try manager.contentsOfDirectory(atPath: traps.path) == [])
    // The traps work: this is what git does where it is not called so.
    let git = try #require(Tool("git"))
    for words in [
      ["status"], ["cat-file", "blob", object], ["update-ref", "refs/heads/x", "HEAD"],
    ] {
      _ = try git.run(words, variables: GitRepository.variables, in: folder.path)
    }
    let sprung = try manager.contentsOfDirectory(atPath: traps.path)
    #expect(Set(sprung).isSuperset(of: ["fsmonitor", "fetch", "hook"]))
  }

  @Test("and the variables that a hook has choose no other one")
  func hookVariables() throws {
    let name = "Config/services.yaml"
    let repository = try GitRepository([name: "services: { own: { type: A } }"])
    let other = try GitRepository([name: "services: { other: { type: A } }"]).folder
    for folder in [other.file(".git"), ".git"] {
      let operations = try repository.revision(
        "main",
        [
          "GIT_DIR": folder, "GIT_WORK_TREE": other.path, "GIT_INDEX_FILE": "\(folder)/index",
          "GIT_OBJECT_DIRECTORY": "\(folder)/objects",
        ]
      ).operations
      #expect(repository.load(through: operations) == ["own"])
    }
  }
}
