import Foundation
import TestSupport
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

  @Test("with what is to be there")
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
        == "`/b.yaml` cannot be found: there is no such file")
    #expect(replace(folder.path, "")?.hasSuffix("is no regular file") == true)
    #expect(throws: FixError("../b.yaml", "cannot be found: there is no such file")) {
      try FileReplacement(
        path: folder.path + "/b.yaml", name: "../b.yaml", expected: [], bytes: []
      ).perform()
    }
  }

  @Test("also where a file is left of a process that crashed")
  func stale() throws {
    let number = ProcessInfo.processInfo.processIdentifier
    let stale = [
      try folder.write("mine", to: "a.yaml.patchbay-\(number)"),
      try folder.write("mine", to: ".patchbay-\(number)"),
    ]
    #expect(replace(path, "old") == nil)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new bytes")
    for file in stale { #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
  }

  @Test("with the longest name that a file can have")
  func longName() throws {
    let name = String(repeating: "n", count: 250) + ".yaml"
    let path = try folder.write("old", to: name)
    #expect(replace(path, "old") == nil)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new bytes")
  }

  @Test("unless it has another name, which would keep the old text")
  func hardLinks() throws {
    let other = folder.path + "/other.yaml"
    try FileManager.default.linkItem(atPath: path, toPath: other)
    #expect(
      replace(path, "old") == "`/a.yaml` has further hard links, which would keep the old text")
    for file in [path, other] {
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "old")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
  }

  @Test("with the owner that it had", .enabled(if: geteuid() == 0))
  func owner() throws {
    try #require(chown(path, 12345, 23456) == 0)
    #expect(replace(path, "old") == nil)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.ownerAccountID] as? Int == 12345)
    #expect(attributes[.groupOwnerAccountID] as? Int == 23456)
  }

  @Test(
    "unless another user owns it, whom the new file would not belong to",
    .enabled(if: geteuid() != 0))
  func otherOwner() throws {
    let descriptor = open(path, O_WRONLY)
    try #require(descriptor >= 0)
    var status = stat()
    try #require(fstat(descriptor, &status) == 0)
    status.st_uid = 0
    let replacement = FileReplacement(path: "/a.yaml", expected: [], bytes: [1])
    let error = #expect(throws: FixError.self) { try replacement.fill(descriptor, status) }
    #expect(
      error?.description
        == "`/a.yaml` cannot be replaced by a file of its owner: Operation not permitted")
  }

  #if os(Linux)
    @Test("and says why the system refused the bytes")
    func fullDisk() throws {
      let descriptor = open("/dev/full", O_WRONLY)
      try #require(descriptor >= 0)
      let replacement = FileReplacement(path: "/a.yaml", expected: [], bytes: [1])
      let error = #expect(throws: FixError.self) { try replacement.fill(descriptor, stat()) }
      #expect(error?.description == "`/a.yaml` cannot be written: No space left on device")
    }

    @Test("and closes the file that refused them")
    func closesTheRefusingFile() throws {
      let descriptor = open(path, O_RDONLY)
      try #require(descriptor >= 0)
      let opened = "/proc/self/fd/\(descriptor)"
      #expect(FileManager.default.contents(atPath: opened) == Data("old".utf8))
      let replacement = FileReplacement(path: "/a.yaml", expected: [], bytes: [1])
      #expect(throws: FixError.self) { try replacement.fill(descriptor, stat()) }
      // Another test may have been given the number since, but never this file.
      #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: opened)) != path)
    }
  #endif

  @Test(
    "and leaves nothing behind where the folder takes no new file", .enabled(if: geteuid() != 0))
  func lockedFolder() throws {
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    defer { try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
    #expect(
      replace(path, "old")
        == "`/a.yaml` cannot be replaced: its folder takes no new file: Permission denied")
    #expect(try manager.contentsOfDirectory(atPath: folder.path) == ["a.yaml"])
  }
}
