import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite(
  "What a child gives at once is given up when its parent changes", .enabled(if: FastPath.isOn))
struct ChildCellTests {
  private typealias Family = (parent: Container, child: Container, grandchild: Container)

  private static let plain: ServiceKey<any Greeter> = "plain"

  private func containers() throws -> Family {
    let (parent, child) = try family {
      $0.define("plain", "Plain")
      $0.define("fresh", "Plain", scope: "transient")
    } child: {
      $0.define("own", "Plain", ["greeting": "own"])
    }
    return (parent, child, try child.child { $0.define("last", "Plain") })
  }

  /// Whether a container has the answer without looking further.
  private func isKnown(_ key: ServiceKey<any Greeter>, _ container: Container) -> Bool {
    let facet = container.keys.facet(of: key.number)
    return container.content(of: facet, as: (any Greeter).self).word != CellRow.empty
  }

  @Test func aParentsSingletonIsKnownToTheChildToo() throws {
    let (parent, child, grandchild) = try containers()
    #expect(!isKnown(Self.plain, grandchild))
    let plain = try grandchild.resolve(Self.plain)
    #expect(isKnown(Self.plain, grandchild))
    #expect(try grandchild.resolve(Self.plain) as? Plain === plain as? Plain)
    #expect(try child.resolve(Self.plain) as? Plain === plain as? Plain)
    #expect(try parent.resolve(Self.plain) as? Plain === plain as? Plain)
    _ = try child.resolve("fresh" as ServiceKey<any Greeter>)
    #expect(!isKnown("fresh", child))
  }

  @Test func anOverrideOfAnyAncestorEmptiesIt() throws {
    let (parent, child, grandchild) = try containers()
    for owner in [parent, child, grandchild] {
      let original = try grandchild.resolve(Self.plain)
      _ = try grandchild.resolve(Self.plain)
      #expect(isKnown(Self.plain, grandchild))
      let token = try owner.override(Self.plain) { Polite(inner: $0) }
      #expect(!isKnown(Self.plain, grandchild))
      #expect(try grandchild.resolve(Self.plain).greeting == "please, hello")
      #expect(!isKnown(Self.plain, grandchild))
      token.remove()
      #expect(try grandchild.resolve(Self.plain) as? Plain === original as? Plain)
      #expect(isKnown(Self.plain, grandchild))
    }
  }

  @Test func aStoppedParentEmptiesAll() async throws {
    let (parent, child, grandchild) = try containers()
    let own: ServiceKey<any Greeter> = "own"
    for container in [child, grandchild] {
      _ = try container.resolve(own)
      _ = try container.resolve(Self.plain)
      #expect(isKnown(own, container))
    }
    try await parent.stop()
    for container in [child, grandchild, try child.child { _ in }] {
      for key in [own, Self.plain] {
        let error = #expect(throws: DiagnosticsError.self) { try container.resolve(key) }
        #expect(error?.codes == [.containerShutDown])
      }
    }
  }

  @Test func aReleasedChildIsForgotten() throws {
    let (parent, _, _) = try containers()
    weak var gone: Container?
    do {
      let child = try parent.child { _ in }
      _ = try child.resolve(Self.plain)
      gone = child
    }
    #expect(gone == nil)
    let token = try parent.override(Self.plain, with: Plain("other"))
    #expect(try parent.resolve(Self.plain).greeting == "other")
    token.remove()
  }

  @Test(.timeLimit(.minutes(15))) func noChildKeepsWhatAnOverrideReplaces() throws {
    let (parent, child, grandchild) = try containers()
    let wrong = Counter()
    onThreads(4) { index in
      for _ in 0..<2_000 {
        if index == 0 {
          guard let token = try? parent.override(Self.plain, { Polite(inner: $0) }) else { return }
          for container in [child, grandchild] {
            if (try? container.resolve(Self.plain))?.greeting != "please, hello" {
              wrong.increment()
            }
          }
          token.remove()
          for container in [child, grandchild] {
            if (try? container.resolve(Self.plain))?.greeting != "hello" { wrong.increment() }
          }
        } else {
          _ = try? (index == 1 ? child : grandchild).resolve(Self.plain)
        }
      }
    }
    #expect(wrong.value == 0)
  }
}
