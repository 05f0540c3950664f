import Foundation
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayConfiguration

@Suite("Resolving a path takes linear time, and a path beyond the system's limit is refused")
struct LongPathTests {
  private static let most = Int(PATH_MAX)

  /// Loads a text in a folder with the file `a/b.txt`.
  ///
  /// - Returns: what was reported, and how many bytes of paths the system was asked to resolve.
  private func load(_ yaml: (String) -> String) throws -> (reported: [String], bytes: Int) {
    let folder = try TemporaryFolder(["a/b.txt": "text"])
    try folder.write(yaml(folder.path), to: "services.yaml")
    let bytes = Guarded(0)
    let system = FileOperations.system
    var operations = system
    operations.canonicalPath = { path in
      bytes.withLock { $0 += path.utf8.count }
      return system.canonicalPath(path)
    }
    var collector = DiagnosticCollector()
    do throws(DiagnosticsError) {
      let configuration = try ServiceConfiguration(
        .init(path: folder.file("services.yaml")), settings: LoadSettings(),
        reader: FileReader(operations))
      _ = configuration.definitions(into: &collector)
    } catch {
      for diagnostic in error.diagnostics { collector.add(diagnostic) }
    }
    let reported = collector.diagnostics.map { diagnostic in
      "\(diagnostic.code): "
        + (diagnostic.message.split(separator: ": ").last.map(String.init) ?? "")
    }
    return (reported, bytes.withLock { $0 })
  }

  private static func imports(_ path: String) -> String { "imports: [\"\(path)\"]\n" }
  private static func glob(_ path: String) -> String { "imports: [{ glob: \"\(path)\" }]\n" }
  private static func file(_ path: String) -> String {
    "services: { s: { type: S, arguments: { x: \"$(file:\(path))\" } } }\n"
  }

  @Test("beyond it the system is not asked", arguments: ["a/", "../", "./", "a/../", "none/"])
  func refused(_ part: String) throws {
    let path = String(repeating: part, count: 10_000) + "b.txt"
    for (text, code) in [
      (Self.imports(path), "unreadable-file"), (Self.glob(path + "*"), "unreadable-file"),
      (Self.file(path), "unreadable-file"),
    ] {
      let (reported, bytes) = try load { _ in text }
      #expect(reported == ["\(code): its path is too long"])
      // No more than the folder and the root file.
      #expect(bytes < 2_000)
    }
  }

  @Test("within it, what is not there is asked for once, and what is there once too")
  func resolved() throws {
    for part in ["none/", "a/../", "./", "a/none/../../"] {
      let path = String(repeating: part, count: 3_000 / part.utf8.count) + "none"
      for text in [Self.imports(path), Self.file(path), Self.glob(path + "/*.yaml")] {
        let (reported, bytes) = try load { _ in text }
        #expect(reported.count == 1)
        #expect(
          reported.allSatisfy { $0.hasPrefix("file-not-found") || $0.hasPrefix("empty-glob") })
        // The path as it is written, and a few short ones.
        #expect(bytes < 6_000, "\(part)")
      }
    }
  }

  @Test("to the byte")
  func boundary() throws {
    for (excess, words) in [
      (0, "file-not-found: there is no such file"), (1, "unreadable-file: its path is too long"),
    ] {
      let (reported, _) = try load { folder in
        let rest = Self.most - 1 + excess - folder.utf8.count - 1
        return Self.file("x" + String(repeating: "/", count: rest - 2) + "y")
      }
      #expect(reported == [words])
    }
  }

  @Test("a path that leads out after what is not there is as far as its text says")
  func outside() throws {
    let codes = try load { _ in
      Self.imports("none/../../x.yaml") + Self.file("none/../../../x")
    }.reported
    #expect(
      codes == ["import-outside-root: `none/../../x.yaml` lies outside the root folder of the load"]
    )
  }
}
