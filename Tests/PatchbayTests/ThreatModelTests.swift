import Foundation
import Testing

@Suite("Every test that the threat model names exists")
struct ThreatModelTests {
  /// The last cells of the table: `Suite/test`, or a suite as a whole.
  static let named: [String] = {
    let file = Project.folder.appending(path: "Sources/Patchbay/Patchbay.docc/ThreatModel.md")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.matches(of: /\| `([A-Za-z]+Tests(?:\/[A-Za-z]+)?)` \|\n/).map {
      String($0.output.1)
    }
  }()

  @Test func thereAreMany() { #expect(Self.named.count > 40) }

  @Test(arguments: named)
  func everyTestExists(_ name: String) { #expect(TestSource.hasTest(name)) }

  @Test func theSecurityPolicyLinksToIt() throws {
    let policy = try String(
      contentsOf: Project.folder.appending(path: "SECURITY.md"), encoding: .utf8)
    #expect(policy.contains("(Sources/Patchbay/Patchbay.docc/ThreatModel.md)"))
  }
}
