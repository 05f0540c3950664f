import Foundation
import Testing

@testable import PatchbayCommand

@Suite("A file is replaced as a whole")
struct FileReplacementTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write("old", to: "a.yaml")
  }

  private func replace(_ path: String, _ expected: String) -> String? {
    do throws(FixError) {
      try FileReplacement(
        path: path, expected: Array(expected.utf8), bytes: Array("new bytes".utf8)
      ).perform()
      return nil
    } catch {
      return error.description.replacing(folder.path, with: "")
    }
  }

  @Test("with what is to stand there")
  func success() throws {
    #expect(replace(path, "old") == nil)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new bytes")
  }

  @Test("unless it changed meanwhile, to something longer, shorter or other")
  func changed() throws {
    for expected in ["ol", "older", "xld", ""] {
      #expect(replace(path, expected) == "`/a.yaml` has changed since it was checked")
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
  }

  @Test("unless it is gone, or no regular file")
  func other() throws {
    #expect(
      replace(folder.path + "/b.yaml", "old")
        == "`/b.yaml` cannot be found: No such file or directory")
    #expect(replace(folder.path, "")?.hasSuffix("is no regular file") == true)
  }

  @Test("and whatever has the name of the new file is left alone")
  func occupied() throws {
    let name = "a.yaml.patchbay-\(ProcessInfo.processInfo.processIdentifier)"
    let occupied = try folder.write("mine", to: name)
    #expect(replace(path, "old")?.contains("its folder takes no new file") == true)
    #expect(try String(contentsOfFile: occupied, encoding: .utf8) == "mine")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
  }
}
