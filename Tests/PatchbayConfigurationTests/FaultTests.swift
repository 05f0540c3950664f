import Foundation
import PatchbayCore
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

@Suite("A failing system call never changes the result of a load")
struct FaultTests {
  /// A load that makes every kind of call: imports, a pattern, a sibling, an overlay, a text.
  private static let files = [
    "services.yaml": """
    imports: [part.yaml, { glob: "features/**/*.yaml" }, { file: none.yaml, optional: true }]
    parameters: { motto: "$(file:motto.txt)" }
    services: { a: { type: A, arguments: { motto: $(motto) } } }
    environments: { test: { services: { b: { type: C } } } }
    """,
    "part.yaml": "services: { b: { type: B } }",
    "features/deep/c.yaml": "services: { c: { type: C } }",
    "services.test.yaml": "services: { d: { type: D } }",
    "overlay.yaml": "services: { a: { arguments: { more: 1 } } }",
    "motto.txt": "so far so good",
  ]

  private enum Call: CaseIterable { case open, status, read, canonicalPath, entries }

  /// What a load gave: the services with all that is said of them, or the codes of its mistakes.
  private enum Outcome: Equatable {
    case loaded(String)
    case reported([DiagnosticCode])
  }

  /// Counts the calls of a load, and lets one of them fail.
  private final class Faults: Sendable {
    private struct State {
      var counts: [Call: Int] = [:]
      var open: Set<Int32> = []
    }

    private let state = Guarded(State())
    private let failing: (call: Call, number: Int, error: SystemError)?

    init(_ failing: (Call, Int, SystemError)? = nil) { self.failing = failing }

    func count(of call: Call) -> Int { state.withLock { $0.counts[call] ?? 0 } }
    var isEveryFileClosed: Bool { state.withLock { $0.open.isEmpty } }

    private func fault(_ call: Call) -> SystemError? {
      let number = state.withLock { state in
        state.counts[call, default: 0] += 1
        return state.counts[call, default: 0] - 1
      }
      guard let failing, failing.call == call, failing.number == number else { return nil }
      return failing.error
    }

    var operations: FileOperations {
      let system = FileOperations.system
      var operations = system
      operations.open = { path in
        if let error = self.fault(.open) { return .failure(error) }
        let opened = system.open(path)
        if case .success(let descriptor) = opened {
          self.state.withLock { _ = $0.open.insert(descriptor) }
        }
        return opened
      }
      operations.status = { descriptor in
        self.fault(.status).map { .failure($0) } ?? system.status(descriptor)
      }
      operations.read = { descriptor, count in
        self.fault(.read).map { .failure($0) } ?? system.read(descriptor, count)
      }
      operations.canonicalPath = { path in
        self.fault(.canonicalPath).map { .failure($0) } ?? system.canonicalPath(path)
      }
      operations.entries = { folder in
        self.fault(.entries).map { .failure($0) } ?? system.entries(folder)
      }
      operations.close = { descriptor in
        self.state.withLock { _ = $0.open.remove(descriptor) }
        system.close(descriptor)
      }
      return operations
    }
  }

  private static func load(_ folder: TemporaryFolder, _ operations: FileOperations) -> Outcome {
    var collector = DiagnosticCollector()
    do {
      let configuration = try ServiceConfiguration(
        .init(path: folder.file("services.yaml")), settings: LoadSettings(),
        reader: FileReader(operations))
      let set = configuration.definitions(
        environment: "test", overlays: [.init(path: folder.file("overlay.yaml"))],
        into: &collector)
      if !collector.hasErrors { return .loaded("\(set.definitions) \(set.aliases)") }
    } catch {
      return .reported(error.codes)
    }
    return .reported(collector.errors.map(\.code))
  }

  private static func load(
    _ folder: TemporaryFolder, failing call: Call, _ number: Int, _ code: Int32
  ) -> Outcome {
    let faults = Faults((call, number, SystemError(code: code)))
    let outcome = load(folder, faults.operations)
    #expect(faults.isEveryFileClosed, "\(call) \(number) \(code)")
    return outcome
  }

  @Test("whichever call it is, and whatever the reason")
  func everyCall() throws {
    let folder = try TemporaryFolder(Self.files)
    let sound = Faults()
    let expected = Self.load(folder, sound.operations)
    guard case .loaded = expected else {
      Issue.record("\(expected)")
      return
    }
    var count = 0
    var hints: Set<Int> = []
    for call in Call.allCases {
      #expect(sound.count(of: call) >= 3, "\(call)")
      for number in 0..<sound.count(of: call) {
        for code in [EACCES, EMFILE, ENFILE, EIO, ENOMEM, ELOOP, ESTALE, ENOSYS] {
          count += 1
          switch Self.load(folder, failing: call, number, code) {
          case .reported(let codes):
            #expect(codes.contains(.unreadableFile), "\(call) \(number) \(code): \(codes)")
          case let loaded:
            // Looking where a path would lead is not needed for what it leads to.
            #expect(loaded == expected, "\(call) \(number) \(code)")
            if call == .entries {
              hints.insert(number)
            } else {
              #expect(call == .canonicalPath, "\(call) \(number) \(code)")
            }
          }
        }
        #expect(Self.load(folder, failing: call, number, EINTR) == expected, "\(call) \(number)")
      }
    }
    #expect(count > 200)
    // A folder is listed for the names that are like that of the optional import, which is a hint.
    #expect(hints.count == 1)
  }

  @Test("reads of one byte give the same as reads of all")
  func shortReads() throws {
    let folder = try TemporaryFolder(Self.files)
    var operations = FileOperations.system
    let system = operations
    operations.read = { descriptor, count in system.read(descriptor, min(count, 1)) }
    #expect(Self.load(folder, operations) == Self.load(folder, .system))
  }

  @Test("a file that vanishes between its look-up and its opening is missed, not passed over")
  func vanishing() throws {
    let folder = try TemporaryFolder(Self.files)
    let count = Faults()
    _ = Self.load(folder, count.operations)
    for number in 0..<count.count(of: .open) {
      guard case .reported(let codes) = Self.load(folder, failing: .open, number, ENOENT) else {
        Issue.record("\(number) was passed over")
        continue
      }
      #expect(codes.contains(.fileNotFound))
    }
  }

  @Test(
    "each reason has its words",
    arguments: [
      (EACCES, "permission denied"), (EMFILE, "this process has too many files open"),
      (ENFILE, "the whole system has too many files open"), (EIO, "the disk failed to read it"),
      (ENOMEM, "memory ran out"), (ENXIO, "its device does not answer"),
      (ESTALE, "it moved on its network disk"), (ETIMEDOUT, "its disk did not answer in time"),
      (EBUSY, "it is in use"), (EPERM, "the operating system does not permit it"),
      (ENOSYS, "the operating system answers with error \(ENOSYS)"),
    ])
  func words(code: Int32, words: String) throws {
    let folder = try TemporaryFolder(["services.yaml": ""])
    var operations = FileOperations.system
    operations.read = { _, _ in .failure(SystemError(code: code)) }
    let file = folder.file("services.yaml")
    #expect(Self.messages(file, operations) == ["`\(file)` cannot be read: \(words)"])
  }

  @Test("a folder that cannot be listed may hide a sibling, and is an error")
  func unlistedFolder() throws {
    let folder = try TemporaryFolder(["services.yaml": ""])
    var operations = FileOperations.system
    operations.entries = { _ in .failure(SystemError(code: EACCES)) }
    let file = folder.file("services.yaml")
    #expect(
      Self.messages(file, operations)
        == ["the folder of `\(file)` cannot be listed: permission denied"])
  }

  private static func messages(_ file: String, _ operations: FileOperations) -> [String] {
    do {
      _ = try ServiceConfiguration(
        .init(path: file), settings: LoadSettings(), reader: FileReader(operations))
      return []
    } catch {
      return error.diagnostics.map(\.message)
    }
  }
}
