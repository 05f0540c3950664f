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
          + "`autowire` can give no `any Greeter`"
      ])
  }

  @Test("a decorator is given what it wraps, although other services provide the type")
  func aDecoratorReceivesWhatItWraps() throws {
    let plan = try definitions {
      $0.define("plain", "Plain")
      $0.define("other", "Plain", ["greeting": "bye"])
      $0.define("first", "Polite", decorates: "plain", autowire: true)
      $0.define("second", "Lonely", decorates: "plain", autowire: true)
    }.plan(.greeters)
    let container = Container(plan)
    #expect(try container.resolve("plain", as: (any Greeter).self).greeting == "with please, hello")
  }

  @Test func onlyTheParameterThatIsLeftOutTakesWhatADecoratorWraps() throws {
    let container = Container(
      try definitions {
        $0.define("plain", "Plain")
        $0.define("other", "Plain", ["greeting": "bye"])
        $0.define("both", "Both", ["first": .ref("other")], decorates: "plain", autowire: true)
      }.plan(Self.pairs))
    #expect(try container.resolve("plain", as: (any Greeter).self).greeting == "bye and hello")
  }

  @Test("where an `!inner` is written, also in an inline service, only other services are found")
  func aWrittenInnerIsTheOnlyOne() throws {
    let values: [TestValue] = [.inner, .inline("Polite", ["inner": .inner])]
    for value in values {
      let reported = definitions {
        $0.define("plain", "Plain")
        $0.define("both", "Both", ["first": value], decorates: "plain", autowire: true)
      }.reported(Self.pairs)
      #expect(
        reported == [
          "missing-argument: `Both` needs the argument `second`, which `both` does not give; "
            + "`autowire` can give no `any Greeter`"
        ])
    }
  }

  @Test func twoParametersThatTakeWhatADecoratorWrapsAreATie() {
    #expect(
      definitions {
        $0.define("plain", "Plain")
        $0.define("both", "Both", decorates: "plain", autowire: true)
      }.reported(Self.pairs) == [
        "ambiguous-service: `both` cannot be autowired: `first` and `second` take what it decorates"
      ])
  }

  static let pairs = FactoryCatalog("pairs") {
    FactoryCatalog.greeters
    Factory("Both", .service("first"), .service("second")) {
      (first: any Greeter, second: any Greeter) in
      Plain("\(first.greeting) and \(second.greeting)")
    }
    .provides { $0 as any Greeter }
    Factory("Spare", .service("inner"), .optional("spare", as: (any Greeter).self)) {
      (inner: any Greeter, spare: (any Greeter)?) in
      Plain("\(inner.greeting), \(spare?.greeting ?? "alone")")
    }
    .provides { $0 as any Greeter }
  }

  @Test("what may be left out is not taken for what a decorator wraps", arguments: [true, false])
  func aSpareIsNoInner(isWritten: Bool) throws {
    let container = Container(
      try definitions {
        $0.define("plain", "Plain")
        $0.define(
          "spare", "Spare", isWritten ? ["inner": .inner] : [:], decorates: "plain", autowire: true)
      }.plan(Self.pairs))
    #expect(try container.resolve("plain", as: (any Greeter).self).greeting == "hello, alone")
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
