import PatchbayConfiguration
import Testing

@testable import PatchbayCore

@Suite("A service that is not reachable from a root or an eager service is unused")
struct UnusedServiceTests {
  @Test func whatAnEagerServiceNeedsIsUsedAsItselfIs() {
    let definitions = definitions {
      $0.define("root", "Plain")
      $0.define("warm", "Polite", ["inner": .ref("fuel")])
      $0.edit { $0.eager = true }
      $0.define("fuel", "Plain")
      $0.define("idle", "Polite", ["inner": .ref("forgotten")])
      $0.define("forgotten", "Plain")
      let root = $0.located("root")
      $0.set.roots = [root]
    }
    #expect(
      definitions.unused(.greeters) == [
        "unused-service: nothing reachable from the roots uses `idle`"
      ])
  }
}
