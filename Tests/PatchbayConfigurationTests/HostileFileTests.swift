import Foundation
import PatchbayDiagnostics
import Testing

@testable import PatchbayConfiguration

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Only small regular files are read; others are refused immediately")
struct HostileFileTests {
  private func reported(_ load: Load) -> [String] {
    load.reported.map { $0.replacing(load.folder.path, with: "ROOT") }
  }

  @Test("a file of 1 GiB is refused by its size, unread")
  func oneGibibyte() throws {
    let folder = try TemporaryFolder(["services.yaml": ""])
    #expect(truncate(folder.file("services.yaml"), 1 << 30) == 0)
    var operations = FileOperations.system
    operations.read = { _, _ in
      Issue.record("was read")
      return .success([])
    }
    let error = #expect(throws: DiagnosticsError.self) {
      try ServiceConfiguration(
        .init(path: folder.file("services.yaml")), settings: LoadSettings(),
        reader: FileReader(operations))
    }
    #expect(error?.codes == [.limitExceeded])
    #expect(
      error?.diagnostics.first?.message.hasSuffix(
        "services.yaml` has 1,073,741,824 bytes, more than a file may have") == true)
  }

  @Test("pipes, devices, folders and sockets, as the root, an import, a text and an overlay")
  func notRegular() throws {
    let kinds: [(name: String, words: String, make: (String) -> Void)] = [
      ("pipe", "it is a pipe and no regular file", { mkfifo($0, 0o600) }),
      ("folder", "it is a folder", { mkdir($0, 0o700) }),
      ("device", "it is a device and no regular file", { symlink("/dev/zero", $0) }),
    ]
    for (name, words, make) in kinds {
      let root = try TemporaryFolder()
      make(root.file(name))
      let settings = LoadSettings(root: "/")
      func reported(_ yaml: String, overlays: [ConfigurationSource] = []) throws -> [String] {
        let load = try Load(yaml, overlays: overlays, settings: settings)
        return load.diagnostics.map {
          $0.message.replacing(root.path, with: "ROOT").replacing(load.folder.path, with: "ROOT")
        }
      }
      let file = root.file(name)
      let expected = "`ROOT/\(name)` cannot be read: \(words)"
      #expect(try reported("imports: [\(file)]") == [expected])
      #expect(try reported("", overlays: [.init(path: file)]) == [expected])
      #expect(
        try reported("services: { s: { type: S, arguments: { x: $(file:\(file)) } } }") == [
          expected
        ])
      do {
        _ = try ServiceConfiguration(.init(path: file), settings: settings)
        Issue.record("\(name) was loaded")
      } catch {
        #expect(
          error.diagnostics.map { $0.message.replacing(root.path, with: "ROOT") } == [expected])
      }
    }
  }

  @Test("links that lead in a circle, or through too many others")
  func linkLoops() throws {
    let load = try Load(["services.yaml": "imports: [a.yaml, b.yaml]"]) { folder in
      try folder.link("a.yaml", to: "b.yaml")
      try folder.link("b.yaml", to: "a.yaml")
      return []
    }
    let words = "cannot be read: its symbolic links lead in a circle or through too many others"
    #expect(
      reported(load) == [
        "services.yaml:1:11 unreadable-file: `a.yaml` \(words)",
        "services.yaml:1:19 unreadable-file: `b.yaml` \(words)",
      ])
  }

  @Test("a file without permission")
  func permission() throws {
    // Root may read everything.
    guard geteuid() != 0 else { return }
    let load = try Load(["services.yaml": "imports: [a.yaml]", "a.yaml": ""]) { folder in
      chmod(folder.file("a.yaml"), 0)
      return []
    }
    #expect(
      reported(load) == [
        "services.yaml:1:11 unreadable-file: `a.yaml` cannot be read: permission denied"
      ])
  }

  @Test("a pattern that would walk a whole disk")
  func globs() throws {
    let files = ["services.yaml": "imports: [{ glob: \"**/*.yaml\" }]", "a/b/c/d.yaml": ""]
    var settings = LoadSettings()
    // Each of the four folders is looked into for `**` and for `*.yaml`, and the five entries are looked
    // at for both. The import and the two files that it finds are asked for.
    let exact = 2 * 4 * 50 + 2 * 5 + 3 * 20
    for (limit, isEnough) in [(exact - 1, false), (exact, true), (exact + 1, true)] {
      settings.limits.expandedParts = limit
      let load = try Load(files, settings: settings)
      #expect(load.reported.isEmpty == isEnough, "\(limit): \(load.reported)")
    }
    settings.limits.expandedParts = exact - 1
    let load = try Load(files, settings: settings)
    #expect(
      load.reported == [
        "services.yaml:1:19 limit-exceeded: with the files that this import looks at the load "
          + "expands to more than \(exact - 1) parts"
      ])
    #expect(load.helps == ["if it is meant to be so, raise `LoadSettings.limits.expandedParts`"])
  }
}

@Suite(
  "A file that changes between its check and its reading is never mixed, and never read outside the root"
)
struct SwappedFileTests {
  /// Operations that do something after a path was resolved.
  private func operations(
    afterResolving name: String, _ body: @escaping @Sendable () -> Void
  ) -> FileOperations {
    let system = FileOperations.system
    var operations = system
    operations.canonicalPath = { path in
      let result = system.canonicalPath(path)
      if path.hasSuffix(name) { body() }
      return result
    }
    return operations
  }

  private func messages(_ folder: TemporaryFolder, _ operations: FileOperations) -> [String] {
    var collector = DiagnosticCollector()
    do {
      let configuration = try ServiceConfiguration(
        .init(path: folder.file("services.yaml")), settings: LoadSettings(),
        reader: FileReader(operations))
      let set = configuration.definitions(into: &collector)
      #expect(!"\(set)".contains("leaked"))
    } catch {
      return error.diagnostics.map { $0.message.replacing(folder.path + "/", with: "") }
    }
    return collector.diagnostics.map { $0.message.replacing(folder.path + "/", with: "") }
  }

  @Test("a link that is put in place of an import")
  func swappedFile() throws {
    let outside = try TemporaryFolder(["x.yaml": "services: { leaked: { type: X } }"])
    let folder = try TemporaryFolder(["services.yaml": "imports: [a.yaml]", "a.yaml": ""])
    let (file, target) = (folder.file("a.yaml"), outside.file("x.yaml"))
    let operations = operations(afterResolving: "/a.yaml") {
      unlink(file)
      symlink(target, file)
    }
    #expect(
      messages(folder, operations) == [
        "`a.yaml` cannot be read: a symbolic link was put into its path after that was resolved"
      ])
  }

  @Test("a link that is put in place of a folder on the way")
  func swappedFolder() throws {
    let outside = try TemporaryFolder(["a.txt": "leaked"])
    let folder = try TemporaryFolder([
      "services.yaml": "services: { s: { type: S, arguments: { x: $(file:in/a.txt) } } }",
      "in/a.txt": "well",
    ])
    let (path, target) = (folder.file("in"), outside.path)
    let operations = operations(afterResolving: "/in/a.txt") {
      rename(path, path + "-before")
      symlink(target, path)
    }
    #expect(
      messages(folder, operations) == [
        "`in/a.txt` cannot be read: it lies outside the folders that may be read"
      ])
  }

  @Test("a file that is replaced while it is read is read as it was")
  func replaced() throws {
    let folder = try TemporaryFolder(["services.yaml": "x-a: the old text, of some length"])
    let file = folder.file("services.yaml")
    let system = FileOperations.system
    var operations = system
    operations.read = { descriptor, count in
      let bytes = system.read(descriptor, min(count, 4))
      try? "services: { leaked: { type: X } }".write(
        toFile: file + ".new", atomically: false, encoding: .utf8)
      rename(file + ".new", file)
      return bytes
    }
    #expect(messages(folder, operations) == [])
  }
}
