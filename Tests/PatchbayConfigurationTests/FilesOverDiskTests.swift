import PatchbayCore
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayConfiguration

/// With a covered folder, the tests of revisions of git test them.
@Suite("Files over those of the disk")
struct FilesOverDiskTests {
  @Test("hide the file with their path, and all others are those of the disk")
  func overDisk() throws {
    let folder = try TemporaryFolder([
      "services.yaml": "imports: [new.yaml, { glob: 'p*.yaml' }]",
      "part.yaml": "services: { disk: { type: A } }",
      "place.yaml": "services: { old: { type: A } }",
    ])
    try folder.link("link", to: folder.path)
    let root = try FileOperations.system.canonicalPath(folder.path).get()
    let texts = ["new": "created", "part": "edited", "plus": "listed"]
    let files = FilesOverDisk(
      texts.map { ("\(root)/\($0).yaml", .file("services: { \($1): { type: A } }")) }
    ) { Array($0.utf8) }
    for name in ["services.yaml", "link/services.yaml"] {
      let configuration = try ServiceConfiguration(
        ConfigurationSource(path: folder.file(name)), settings: LoadSettings(),
        reader: FileReader(files.operations))
      var collector = DiagnosticCollector()
      let keys = configuration.definitions(environment: nil, into: &collector).definitions.map(
        \.key)
      #expect(keys == ["created", "edited", "old", "listed"], "\(collector.diagnostics)")
    }
    let gone = files.operations.canonicalPath(folder.file("gone.yaml"))
    #expect(gone == .failure(SystemError(code: 2)))
    let file = try files.operations.open("\(root)/place.yaml").get()
    #expect(try files.operations.read(file, 9).get() == Array("services:".utf8))
    files.operations.close(file)
  }
}
