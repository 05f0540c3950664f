import Foundation
import Patchbay
import Testing

@Suite("A file cut off or changed in any byte loads, or is reported at places that exist")
struct MutationTests {
  /// With `PATCHBAY_MUTATIONS=all` every prefix is tried, and each byte becomes everything that means something;
  /// without, a sample that is always the same.
  static let isWhole = ProcessInfo.processInfo.environment["PATCHBAY_MUTATIONS"] == "all"

  static let folder = Project.folder.appending(path: "Tests/PatchbayTests/Fixtures/everything")

  /// One of the files, and how a load takes its bytes.
  struct Subject: Sendable, CustomStringConvertible {
    let file: URL
    let isOverlay: Bool

    var description: String { file.lastPathComponent }

    /// Loads the bytes in place of the file's.
    func load(_ bytes: [UInt8]) -> [Diagnostic] {
      let source = ConfigurationSource.bytes(bytes, name: "services.yaml")
      let base = file.deletingLastPathComponent().appending(path: "services.yaml").path
      var collector = DiagnosticCollector()
      do throws(DiagnosticsError) {
        let configuration = try ServiceConfiguration(
          isOverlay ? ConfigurationSource(path: base) : source,
          settings: LoadSettings(root: file.deletingLastPathComponent().path))
        let definitions = configuration.definitions(
          environment: isOverlay || configuration.environments.contains("test") ? "test" : nil,
          overlays: isOverlay ? [source] : [], into: &collector)
        let plan = Plan.checking(definitions, catalog: .reference, into: &collector)
        // What nothing is wrong with can be built from.
        #expect((plan != nil) == !collector.hasErrors)
      } catch {
        return error.diagnostics
      }
      return collector.diagnostics
    }
  }

  static let subjects = [
    Subject(file: folder.appending(path: "services.yaml"), isOverlay: false),
    Subject(file: folder.appending(path: "overlay.yaml"), isOverlay: true),
    Subject(file: Project.folder.appending(path: "Config/services.yaml"), isOverlay: false),
  ]

  @Test("the files as they are have no mistake", arguments: subjects.prefix(2))
  func sound(_ subject: Subject) throws {
    let bytes = try [UInt8](Data(contentsOf: subject.file))
    #expect(TerminalRenderer().render(subject.load(bytes)) == "")
  }

  @Test("every prefix", arguments: subjects)
  func prefixes(_ subject: Subject) throws {
    let bytes = try [UInt8](Data(contentsOf: subject.file))
    for count in stride(from: 0, through: bytes.count, by: Self.isWhole ? 1 : 17) {
      Self.check(subject, Array(bytes[..<count]), "the first \(count) bytes")
    }
  }

  @Test("every change of one byte", arguments: subjects)
  func changes(_ subject: Subject) throws {
    var bytes = try [UInt8](Data(contentsOf: subject.file))
    for index in stride(from: 0, to: bytes.count, by: Self.isWhole ? 1 : 5) {
      let before = bytes[index]
      for byte in Self.isWhole ? Self.interesting : [Self.interesting[index % 97 % 24]] {
        bytes[index] = byte
        Self.check(subject, bytes, "byte \(index) as \(byte)")
      }
      bytes[index] = before
    }
  }

  /// What bytes are changed to: whatever means something in YAML or here, what cannot, and a letter and a digit in
  /// place of all others, which read alike.
  private static let interesting: [UInt8] =
    Array(" \n\t\r\"'$(){}[]:,-#&*!|<@".utf8) + [0x00, 0xC3, 0xFF] + Array("a0".utf8)

  private static func check(_ subject: Subject, _ bytes: [UInt8], _ change: String) {
    let diagnostics = subject.load(bytes)
    for diagnostic in diagnostics {
      #expect(!diagnostic.message.isEmpty)
      let spans =
        diagnostic.labels.compactMap(\.place.span)
        + diagnostic.fixIts.flatMap {
          $0.edits.map(\.span)
        }
      #expect(
        spans.allSatisfy {
          $0.range.lowerBound >= 0 && $0.range.upperBound <= $0.file.bytes.count
        }, "\(change): \(diagnostic)")
    }
    // The text of all of them is made too, in the cheapest way that shows lines.
    if isWhole || bytes.count % 4 == 0 { _ = TerminalRenderer().render(diagnostics) }
  }
}
