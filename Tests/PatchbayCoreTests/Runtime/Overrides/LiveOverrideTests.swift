import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

private final class Member: Sendable {
  let other = Locked<Member?>(nil)
}

@Suite("An override with an instance keeps a live service from being built")
struct LiveOverrideTests {
  @Test("requests and injections receive the instance, and the live service is not built")
  func forRequestsAndInjections() throws {
    let counter = Counter()
    let container = try Container.ofGreeters(counter, forTesting: true) {
      $0.define("plain", "Live")
      $0.define("user", "Polite", ["inner": .ref("plain")])
      $0.define("choir", "Choir", ["voices": .list([.ref("plain")])])
      $0.define("recorder", "Recorder", ["inner": .inline("Polite", ["inner": .ref("plain")])])
    }
    let token = try container.override(.plain, with: Plain("double"))
    defer { token.remove() }
    container.expect("plain", "double")
    container.expect("user", "please, double")
    container.expect("choir", "double")
    let recorder = try container.resolve(Recorder.self)
    #expect(recorder.inner.greeting == "please, double")
    #expect(counter.value == 0)
    let live = #expect(throws: DiagnosticsError.self) {
      try container.resolve("plain", as: Plain.self)
    }
    #expect(live?.codes == [.liveService])
  }

  @Test func outsideOfTestsALiveServiceIsBuilt() throws {
    let counter = Counter()
    let container = try Container.ofGreeters(counter) { $0.define("plain", "Live") }
    container.expect("plain", "1")
    #expect(counter.value == 1)
  }

  @Test func aCallbackNeedsTheOriginal() throws {
    let container = try Container.ofGreeters(forTesting: true) { $0.define("plain", "Live") }
    let token = try container.override(.plain) { _ in Plain("double") }
    defer { token.remove() }
    let error = #expect(throws: DiagnosticsError.self) { try container.resolve(.plain) }
    #expect(error?.codes == [.liveService])
  }

  @Test func theRestOfItsBuildGroupIsStillBuilt() throws {
    let built = Counter()
    let catalog = FactoryCatalog("t") {
      Factory("Member") { () -> Member in
        built.increment()
        return Member()
      }
      .property("other") { (member: inout Member, other: Member) in
        member.other.withLock { $0 = other }
      }
    }
    let plan = try definitions {
      $0.define("a", "Member")
      $0.define("b", "Member")
      $0.set("other", of: "a", .ref("b"))
      $0.set("other", of: "b", .ref("a"))
    }.plan(catalog)
    let container = Container(plan)
    let double = Member()
    let token = try container.override(ServiceKey<Member>("b"), with: double)
    let a = try container.resolve("a", as: Member.self)
    #expect(a.other.withLock { $0 } === double)
    #expect(built.value == 1)
    token.remove()
    let b = try container.resolve("b", as: Member.self)
    #expect(b.other.withLock { $0 } === a)
    #expect(built.value == 2)
  }
}
