import Foundation
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayConfiguration

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

@Suite struct FileReaderTests {
  /// Counts calls across the closures of a test.
  private final class Counter: Sendable {
    private let count = Guarded(0)

    /// The number of calls before this one.
    func next() -> Int {
      count.withLock { count in
        defer { count += 1 }
        return count
      }
    }
  }

  static func failure(_ body: () throws -> [UInt8]) -> ReadFailure? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? ReadFailure
    }
  }

  @Test func readsWholeFiles() throws {
    let folder = try TemporaryFolder()
    for size in [0, 1, 4_095, 4_096, 200_000] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
      try folder.write(bytes, to: "f")
      #expect(try FileReader().bytes(of: folder.file("f"), limit: size) == bytes)
    }
  }

  @Test func refusesWhatIsNoRegularFile() throws {
    let folder = try TemporaryFolder()
    mkfifo(folder.file("pipe"), 0o600)
    let reader = FileReader()
    #expect(
      Self.failure { try reader.bytes(of: folder.file("pipe"), limit: 9) }
        == .notRegular("a pipe and no regular file"))
    #expect(Self.failure { try reader.bytes(of: folder.path, limit: 9) } == .notRegular("a folder"))
    #expect(
      Self.failure { try reader.bytes(of: "/dev/zero", limit: 9) }
        == .notRegular("a device and no regular file"))
    #expect(Self.failure { try reader.bytes(of: folder.file("none"), limit: 9) } == .absent)
    #expect(
      Self.failure { try reader.bytes(of: "/dev/null\0x", limit: 9) }
        == .system(SystemError(code: EINVAL)))
  }

  @Test func refusesWhatIsTooLargeBeforeReadingIt() throws {
    let folder = try TemporaryFolder(["f": "12345"])
    var operations = FileOperations.system
    operations.read = { _, _ in
      Issue.record("was read")
      return .success([])
    }
    let reader = FileReader(operations)
    #expect(Self.failure { try reader.bytes(of: folder.file("f"), limit: 4) } == .tooLarge(5))
  }

  @Test func continuesAfterSignalsAndShortReads() throws {
    let folder = try TemporaryFolder(["f": "a text of some length"])
    let calls = Counter()
    var operations = FileOperations.system
    let system = operations
    operations.open = { path in
      calls.next() == 0 ? .failure(SystemError(code: EINTR)) : system.open(path)
    }
    operations.read = { descriptor, count in
      calls.next() % 2 == 0
        ? .failure(SystemError(code: EINTR)) : system.read(descriptor, min(count, 3))
    }
    let bytes = try FileReader(operations).bytes(of: folder.file("f"), limit: 100)
    #expect(String(decoding: bytes, as: UTF8.self) == "a text of some length")
  }

  @Test(arguments: [(1, "old!"), (2, nil)])
  func rereadsAFileThatChangedOnceAndRefusesOneThatKeepsChanging(_ changes: Int, _ text: String?)
    throws
  {
    let folder = try TemporaryFolder(["f": "old"])
    let file = folder.file("f")
    let calls = Counter()
    var operations = FileOperations.system
    let system = operations
    operations.read = { descriptor, count in
      // Another process adds to the file while it is read.
      if calls.next() < changes, let handle = FileHandle(forWritingAtPath: file) {
        handle.seekToEndOfFile()
        handle.write(Data("!".utf8))
        try? handle.close()
      }
      return system.read(descriptor, count)
    }
    let reader = FileReader(operations)
    if let text {
      let bytes = try reader.bytes(of: file, limit: 100)
      #expect(String(decoding: bytes, as: UTF8.self) == text)
    } else {
      #expect(Self.failure { try reader.bytes(of: file, limit: 100) } == .changing)
    }
  }

  @Test(
    "a file is read again if it changed and kept its length", arguments: [(1, "new"), (2, nil)])
  func rereadsAFileThatKeptItsLength(_ changes: Int, _ text: String?) throws {
    let folder = try TemporaryFolder(["f": "old"])
    let file = folder.file("f")
    let calls = Counter()
    var operations = FileOperations.system
    let system = operations
    operations.status = { descriptor in
      let status = system.status(descriptor)
      // Another process writes to the file after the first look at it. The clock of the file system may
      // not have gone on meanwhile.
      let call = calls.next()
      if call % 2 == 0, call / 2 < changes {
        _ = try? folder.write("new", to: "f")
        var times = [timeval](repeating: timeval(tv_sec: call + 1, tv_usec: 0), count: 2)
        utimes(file, &times)
      }
      return status
    }
    let reader = FileReader(operations)
    if let text {
      let bytes = try reader.bytes(of: file, limit: 100)
      #expect(String(decoding: bytes, as: UTF8.self) == text)
      #expect(calls.next() == 4)
    } else {
      #expect(Self.failure { try reader.bytes(of: file, limit: 100) } == .changing)
    }
  }

  @Test func rereadsATruncatedFile() throws {
    let folder = try TemporaryFolder(["f": "a long text"])
    let file = folder.file("f")
    let calls = Counter()
    var operations = FileOperations.system
    let system = operations
    operations.read = { descriptor, count in
      if calls.next() == 0 { truncate(file, 6) }
      return system.read(descriptor, count)
    }
    let bytes = try FileReader(operations).bytes(of: file, limit: 100)
    #expect(String(decoding: bytes, as: UTF8.self) == "a long")
  }

  @Test func errorsAreReportedInWords() throws {
    let folder = try TemporaryFolder(["services.yaml": ""])
    var operations = FileOperations.system
    operations.open = { _ in .failure(SystemError(code: EMFILE)) }
    do {
      _ = try ServiceConfiguration(
        .init(path: folder.file("services.yaml")), settings: LoadSettings(),
        reader: FileReader(operations))
      Issue.record("was loaded")
    } catch {
      #expect(
        error.diagnostics.map(\.message) == [
          "`\(folder.file("services.yaml"))` cannot be read: this process has too many files open"
        ])
      #expect(error.codes == [.unreadableFile])
    }
  }

  @Test func descriptorsAreAlwaysClosed() throws {
    let folder = try TemporaryFolder(["f": "text"])
    let opened = Counter()
    let closed = Counter()
    var operations = FileOperations.system
    let system = operations
    operations.open = { path in
      _ = opened.next()
      return system.open(path)
    }
    operations.close = { descriptor in
      _ = closed.next()
      system.close(descriptor)
    }
    operations.read = { _, _ in .failure(SystemError(code: EIO)) }
    let reader = FileReader(operations)
    #expect(
      Self.failure { try reader.bytes(of: folder.file("f"), limit: 9) }
        == .system(SystemError(code: EIO)))
    #expect(Self.failure { try reader.bytes(of: folder.path, limit: 9) } == .notRegular("a folder"))
    #expect(opened.next() == 2 && closed.next() == 2)
  }
}

@Suite struct PathTextTests {
  @Test(
    "a path loses its dots and doubled slashes",
    arguments: [
      ("a/b", "a/b"), ("./a//b/", "a/b"), ("a/../b", "b"), ("../a", "../a"), ("a/../..", ".."),
      ("/a/../../b", "/b"), (".", "."), ("", "."), ("/", "/"),
    ])
  func tidies(_ path: String, _ tidied: String) { #expect(PathText.tidied(path) == tidied) }

  @Test func knowsWhatLiesInside() {
    #expect(PathText.isInside("/a/b", "/a") && PathText.isInside("/a", "/a"))
    #expect(PathText.isInside("/a", "/") && !PathText.isInside("/ab", "/a"))
  }

  @Test(
    "the file of an environment is known by its name",
    arguments: [
      ("services.test.yaml", "test"), ("services.a-b_1.yaml", "a-b_1"), ("services.yaml", nil),
      ("services.a.b.yaml", nil), ("services..yaml", nil), ("services.test.yml", nil),
      ("other.test.yaml", nil),
    ])
  func knowsSiblings(_ name: String, _ environment: String?) {
    #expect(Siblings.environment(of: name, nextTo: "services.yaml") == environment)
  }

  @Test(
    "a pattern matches the names that it describes",
    arguments: [
      ("a.yaml", "*.yaml", true), ("a.yml", "*.yaml", false), (".a.yaml", "*.yaml", false),
      (".a.yaml", ".*.yaml", true), ("ab", "a?", true), ("a", "a?", false), ("é", "?", true),
      ("abcbc", "a*bc", true), ("abcb", "a*bc", false), ("", "*", true), ("aaab", "*a*b*", true),
    ])
  func matchesNames(_ name: String, _ pattern: String, _ matches: Bool) {
    #expect(GlobPattern.matches(name, Substring(pattern)) == matches)
  }
}
