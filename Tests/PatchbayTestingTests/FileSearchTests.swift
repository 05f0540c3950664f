import Foundation
import Testing

@testable import PatchbayTesting

@Suite("A relative path in a trait is looked for")
struct FileSearchTests {
  @Test("from the working directory, then next to the nearest Package.swift above the test")
  func order() throws {
    let files = FileManager.default
    let root = files.temporaryDirectory.appendingPathComponent("patchbay-\(UUID().uuidString)").path
    defer { try? files.removeItem(atPath: root) }
    let tests = root + "/outer/inner/Tests/SomeTests"
    try files.createDirectory(atPath: tests, withIntermediateDirectories: true)
    for file in [
      "outer/Package.swift", "outer/inner/Package.swift", "outer/a.yaml", "outer/inner/b.yaml",
    ] {
      _ = files.createFile(atPath: root + "/" + file, contents: nil)
    }
    let test = tests + "/SomeTests.swift"
    #expect(TestFiles.resolve("b.yaml", near: test) == root + "/outer/inner/b.yaml")
    // Beyond the nearest package nothing is looked for.
    #expect(TestFiles.resolve("a.yaml", near: test) == "a.yaml")
    #expect(TestFiles.resolve("/a.yaml", near: test) == "/a.yaml")
    #expect(TestFiles.resolve("b.yaml", near: root + "/x.swift") == "b.yaml")
    // The tests themselves run in a directory that has a name; its own entries win.
    #expect(TestFiles.resolve(".", near: test) == ".")
  }
}
