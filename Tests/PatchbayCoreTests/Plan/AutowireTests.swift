import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("Autowiring provides omitted arguments with the only service of their type")
struct AutowireTests {
  private func reported(_ build: (inout TestDefinitions) -> Void) -> [String] {
    definitions(build).reported(.greeters)
  }

  @Test func theOnlyServiceIsProvidedWithItsDecorators() throws {
    let container = Container(
      try definitions {
        $0.define("plain", "Plain")
        $0.define("polite", "Polite", ["inner": .inner], decorates: "plain")
        $0.define("recorder", "Recorder", autowire: true)
      }.plan(.greeters))
    #expect(try container.resolve(Recorder.self).inner.greeting == "please, hello")
  }

  @Test func autowiringNeverProvidesAServicesOwnKey() {
    #expect(
      reported {
        $0.define("plain", "Polite", autowire: true)
        $0.define("first", "Polite", decorates: "plain", autowire: true)
        $0.define("second", "Polite", decorates: "plain", autowire: true)
      } == [
        "missing-argument: `Polite` needs the argument `inner`, which `plain` does not give; "
          + "`autowire` can give none of the services that provide `any Greeter`",
        "missing-argument: `Polite` needs the argument `inner`, which `first` does not give; "
          + "`autowire` can give none of the services that provide `any Greeter`",
        "missing-argument: `Polite` needs the argument `inner`, which `second` does not give; "
          + "`autowire` can give none of the services that provide `any Greeter`",
      ])
  }

  @Test func anInlineServiceIsNotProvidedWithItsOwner() throws {
    let definitions = definitions {
      $0.define("outer", "Polite", ["inner": .inline("Lonely", [:])])
      $0.edit { definition in
        guard case .service(let use) = definition.arguments[0].value.content,
          case .inline(var inline) = use.target
        else { return }
        inline.autowire = true
        definition.arguments[0].value.content = .service(
          ServiceUse(.inline(inline), place: use.place))
      }
    }
    let container = Container(try definitions.plan(.greeters))
    #expect(try container.resolve("outer", as: Polite.self).greeting == "please, alone")
  }

  @Test func anOptionalOneMayBeMissingAndSeveralAreATie() {
    #expect(reported { $0.define("lonely", "Lonely", autowire: true) } == [])
    #expect(
      reported {
        $0.define("a", "Plain")
        $0.define("b", "Plain")
        $0.define("lonely", "Recorder", autowire: true)
      } == [
        "ambiguous-service: `lonely` cannot be autowired: two services provide `any Greeter` for "
          + "`inner`"
      ])
  }
}
