import Foundation
import Patchbay
import PatchbayConfiguration
import TestSupport
import Testing

@testable import PatchbayCommand

@Suite(
  "A revision of git is read as the files were then",
  .enabled(if: GitRepository.isThere, "needs git: run Scripts/setup"))
struct GitRevisionTests {
  private static let files = [
    "Config/services.yaml":
      "imports: [more.yaml, { glob: parts/*.yaml }, { glob: 'deep/**/*.yaml' }, again/x.yaml]\n"
      + "services: { root: { type: A, arguments: { x: $(file:text.txt) } } }\n",
    "Config/services.test.yaml": "services: { test: { type: A } }",
    "Config/text.txt": "text",
    "Config/more.yaml": "services: { more: { type: A } }",
    "Config/parts/a.yaml": "services: { a: { type: A } }",
    "Config/parts/new\nline.yaml": "services: { line: { type: A } }",
    "Config/parts/\"quoted\" 'ü\t.yaml": "services: { quoted: { type: A } }",
    "Config/deep/one/two/b.yaml": "services: { b: { type: A } }",
    "Config/same/x.yaml": "services: { x: { type: A } }",
    "Config/target.txt": "services: { linked: { type: A } }",
    "other.yaml": "services: { other: { type: A } }",
  ]
  private static let links = [
    "Config/parts/link.yaml": "./../target.txt", "Config/again": "same", "Config/loop": "pool",
    "Config/pool": "loop", "Config/up": "../Config",
  ]

  @Test(
    "with imports, patterns, siblings, links and texts, where the working tree has nothing left")
  func wholeLoad() throws {
    let repository = try GitRepository(Self.files, links: Self.links)
    let base = ["more", "a", "line", "linked", "quoted", "b", "x", "root"]
    let system = FileOperations.system
    #expect(Set(repository.load(through: system)) == Set(base))
    try FileManager.default.removeItem(atPath: repository.folder.file("Config"))
    let operations = try repository.revision("main").operations
    #expect(Set(repository.load(through: operations)) == Set(base))
    #expect(
      Set(repository.load(through: operations, environment: "test")) == Set(base + ["test"]))
    #expect(repository.load(through: system) == ["there is no file `R/Config/services.yaml`"])
  }

  @Test("and not as they are, nor as a replaced object")
  func changedFiles() throws {
    let name = "Config/services.yaml"
    let repository = try GitRepository([name: "services: { old: { type: A } }"])
    try repository.folder.write("services: { new: { type: A } }", to: name)
    try repository.run("tag", "before")
    try repository.commit()
    try repository.folder.write("services: { newest: { type: A } }", to: name)
    let keys = ["before": ["old"], "HEAD~1": ["old"], "main": ["new"], "HEAD": ["new"]]
    for (revision, expected) in keys {
      let operations = try repository.revision(revision).operations
      #expect(repository.load(through: operations) == expected)
    }
    try repository.run(
      "replace", try repository.run("rev-parse", "HEAD:\(name)"),
      try repository.run("rev-parse", "before:\(name)"))
    #expect(try repository.run("cat-file", "blob", "HEAD:\(name)").contains("old"))
    #expect(repository.load(through: try repository.revision().operations) == ["new"])
  }

  @Test("under the same paths and with the same errors as on the disk")
  func samePaths() throws {
    let repository = try GitRepository(Self.files, links: Self.links)
    let (disk, operations) = (FileOperations.system, try repository.revision().operations)
    let paths = [
      "", "Config", "Config/", "Config/./parts/../more.yaml", "Config/parts/link.yaml",
      "Config/again/x.yaml", "Config/up/up/again", "Config/up/..", "Config/nothing",
      "Config/nothing/..", "Config/more.yaml/..", "Config/more.yaml/x", "Config/loop",
      "Config/loop/x", "Config/parts/new\nline.yaml", "Config/a\0b", "../",
    ]
    for path in paths.map(repository.folder.file) {
      #expect(operations.canonicalPath(path) == disk.canonicalPath(path), "\(path)")
    }
    for folder in ["Config", "Config/parts", "Config/more.yaml", "nothing"] {
      func names(_ operations: FileOperations) -> Result<Set<String>, SystemError> {
        // Only a folder of the disk is marked as one, in both.
        operations.entries(repository.folder.file(folder)).map { Set($0.map { "\($0)" }) }
      }
      #expect(names(operations) == names(disk), "\(folder)")
    }
  }

  @Test("through links of the disk and relative paths that lead into the repository")
  func otherPaths() throws {
    let repository = try GitRepository(Self.files)
    let outside = try TemporaryFolder()
    try outside.link("link", to: repository.folder.file("Config"))
    let working = FileManager.default.currentDirectoryPath
    let up = working.split(separator: "/").map { _ in "../" }.joined()
    for folder in [outside.file("link"), up + repository.folder.file("Config").dropFirst()] {
      let path = "\(folder)/services.test.yaml"
      let revision = try repository.revision(of: path)
      try repository.folder.write("- no", to: "Config/services.test.yaml")
      #expect(repository.load(through: revision.operations, path) == ["test"])
    }
  }

  @Test("in parts, and each open file by itself")
  func openFiles() throws {
    let repository = try GitRepository(["a": "one", "b": "other"])
    let operations = try repository.revision(of: repository.folder.path).operations
    let files = try ["a", "b"].map { try operations.open(repository.folder.file($0)).get() }
    #expect(try operations.read(files[0], 2).get() == Array("on".utf8))
    #expect(try operations.read(files[1], 9).get() == Array("other".utf8))
    #expect(try operations.read(files[0], 2).get() == Array("e".utf8))
    #expect(try operations.read(files[0], 2).get() == [])
    operations.close(files[0])
    #expect((try? operations.read(files[0], 1).get()) == nil)
    #expect((try? operations.status(files[0]).get()) == nil)
    #expect((try? operations.status(files[1]).get()) != nil)
  }

  @Test(
    "and says what a commit does not have",
    arguments: [
      (
        "nothing.yaml",
        "`R/Config/services.yaml` imports `R/Config/nothing.yaml`, but there is no such file"
      ),
      ("parts", "`R/Config/parts` cannot be read: it is a folder"),
      ("out.yaml", "`out.yaml` lies outside the root folder of the load"),
      (
        "../../x.yaml",
        "`R/../x.yaml` cannot be read: it is outside of the git repository `R`, and so not in NAME"
      ),
      (
        "sub/a.yaml",
        "`R/Config/sub/a.yaml` cannot be read: it is in a submodule, which is another repository"
      ),
    ])
  func missing(_ name: String, _ message: String) throws {
    let repository = try GitRepository(
      [
        "Config/services.yaml": "imports: [\(name)]", "Config/parts/a.yaml": "",
      ], links: ["Config/out.yaml": "/dev/null"])
    let other = try repository.run("rev-parse", "HEAD")
    try repository.run("update-index", "--add", "--cacheinfo", "160000,\(other),Config/sub")
    try repository.run("commit", "--quiet", "--message=submodule")
    let revision = try repository.revision()
    #expect(revision.name == "HEAD (\(try repository.run("rev-parse", "--short=7", "HEAD")))")
    // A pattern would search it.
    let entries = try revision.operations.entries(repository.folder.file("Config")).get()
    #expect(entries.count == 3 && !entries.contains { "\($0)".contains("\"sub\"") })
    // Only the wider root lets an import lead out of the repository.
    var settings = LoadSettings()
    if name.hasPrefix("..") { settings.root = PathText.folder(of: repository.folder.path) }
    let messages = repository.load(through: revision.operations, settings: settings)
    let folder = PathText.folder(of: repository.folder.path)
    #expect(
      messages.map { $0.replacing(folder + "/x.yaml", with: "R/../x.yaml") }
        == [message.replacing("NAME", with: revision.name)])
  }
}
