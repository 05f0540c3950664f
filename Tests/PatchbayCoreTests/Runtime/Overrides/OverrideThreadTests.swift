import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("Overrides can change during requests of other threads")
struct OverrideThreadTests {
  @Test(.timeLimit(.minutes(15))) func everyAnswerIsOneOrTheOther() throws {
    let container = try Container.ofGreeters {
      $0.define("plain", "Plain")
      $0.define("user", "Polite", ["inner": .ref("plain")], scope: "transient")
    }
    let surprises = Counter()
    onThreads(8) { index in
      for _ in 0..<2_000 {
        if index < 4 {
          guard let token = try? container.override(.plain, { Spy($0) }) else {
            surprises.increment()
            continue
          }
          guard let seen = try? container.resolve(.plain), seen is Spy else {
            surprises.increment()
            continue
          }
          token.remove()
        } else {
          guard let user = try? container.resolve(.user),
            user.greeting.hasPrefix("please, "),
            user.greeting.contains("hello")
          else {
            surprises.increment()
            continue
          }
        }
      }
    }
    #expect(surprises.value == 0)
    container.expect("plain", "hello")
    #expect(container.overrides.table == nil)
  }

  @Test func aSingletonIsBuiltOnceWhileOverridesChange() throws {
    for _ in 0..<200 {
      let counter = Counter()
      let container = try Container.ofGreeters(counter) {
        $0.define("plain", "Counted")
        $0.define("user", "Polite", ["inner": .ref("plain")], scope: "transient")
      }
      onThreads(4) { index in
        for _ in 0..<10 {
          if index == 0 {
            let token = try? container.override(.plain, with: Plain("double"))
            token?.remove()
          } else {
            _ = try? container.resolve(.user)
          }
        }
      }
      _ = try container.resolve(.plain)
      #expect(counter.value == 1)
    }
  }
}
