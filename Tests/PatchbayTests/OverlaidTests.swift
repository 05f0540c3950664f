import Patchbay
import Testing

@Suite("A container can be rebuilt with additional layers")
struct OverlaidTests {
  private func container(
    parameters: [String: ParameterValue] = [:]
  ) throws(DiagnosticsError) -> Container {
    try Container(
      loading: .inline(
        """
        parameters: { host: base }
        environments:
          test: { parameters: { host: test } }
        services:
          mailer: { type: SMTPMailer, arguments: { host: $(host), from: $(env:FROM) } }
          users: { type: NotifyingStore, arguments: { mailer: !ref mailer } }
        """),
      environment: "test",
      variables: ["FROM": "me"],
      parameters: parameters,
      overlays: [.inline("services: { mailer: { arguments: { port: 1 } } }")],
      catalog: .golden
    )
  }

  private func mailer(_ container: Container) throws -> SMTPMailer {
    try container.resolve("mailer", as: SMTPMailer.self)
  }

  @Test("a rebuilt container keeps its environment, variables and overlays")
  func ofTheSameConfigurationEnvironmentVariablesAndOverlays() throws {
    let original = try container()
    let overlaid = try original.overlaid(
      by: .inline("services: { mailer: { arguments: { from: you } } }"))
    let (before, after) = (try mailer(original), try mailer(overlaid))
    #expect([before.host, before.from, "\(before.port)"] == ["test", "me", "1"])
    #expect([after.host, after.from, "\(after.port)"] == ["test", "you", "1"])
    #expect(overlaid.plan.environment == "test")
    #expect(original.plan.layers.count + 1 == overlaid.plan.layers.count)
  }

  @Test func overlaysLieOverWhatTheProgramSetBefore() throws {
    let original = try container(parameters: ["host": "program"])
    #expect(try mailer(original).host == "program")
    let overlaid = try original.overlaid(by: .inline("parameters: { host: overlay }"))
    #expect(try mailer(overlaid).host == "overlay")
    let above = try original.overlaid(
      by: [.inline("parameters: { host: overlay }")], parameters: ["host": "handed in"])
    #expect(try mailer(above).host == "handed in")
    let again = try overlaid.overlaid(
      by: .inline("services: { mailer: { arguments: { port: 2 } } }"),
      .inline("services: { mailer: { arguments: { port: 3 } } }"))
    let last = try mailer(again)
    #expect([last.host, "\(last.port)"] == ["overlay", "3"])
    #expect(try mailer(original).host == "program")
  }

  @Test("a rebuilt container has instances of its own, and no overrides")
  func itHasInstancesOfItsOwnAndNoneOfTheTokens() throws {
    let catalog = FactoryCatalog("t") { Factory("Store") { Store() } }
    let original = try Container(
      loading: .inline("services: { store: { type: Store } }"), variables: [:], catalog: catalog)
    let double = Store()
    let token = try original.override(ServiceKey<Store>("store"), with: double)
    let overlaid = try original.overlaid(by: .inline("services: {}"))
    #expect(try original.resolve(Store.self) === double)
    #expect(try overlaid.resolve(Store.self) !== double)
    token.remove()
    #expect(try original.resolve(Store.self) !== overlaid.resolve(Store.self))
  }

  @Test func aTestsContainerStaysOne() throws {
    let plan = try ServiceConfiguration(.inline("services: { mailer: { type: LiveMailer } }"))
      .plan(catalog: .golden)
    let overlaid = try Container(plan, forTesting: true).overlaid(by: .inline("services: {}"))
    let error = #expect(throws: DiagnosticsError.self) {
      try overlaid.resolve("mailer", as: (any Mailer).self)
    }
    #expect(error?.codes == [.liveService])
  }

  @Test func aChildStaysOneOfItsParent() throws {
    let parent = try container()
    let configuration = try ServiceConfiguration(
      .inline("services: { store: { type: NotifyingStore, arguments: { mailer: !ref mailer } } }"))
    let child = try Container(
      configuration.plan(parent: parent.plan, catalog: .golden), parent: parent)
    let overlaid = try child.overlaid(
      by: .inline(
        "services: { other: { type: NotifyingStore, arguments: { mailer: !ref mailer } } }")
    )
    #expect(overlaid.parent === parent)
    let store = try overlaid.resolve("other", as: NotifyingStore.self)
    #expect((store.mailer as? SMTPMailer)?.host == "test")
    let further = try parent.overlaid(by: .inline("services: {}"))
    let error = #expect(throws: DiagnosticsError.self) {
      try Container(child.plan, parent: further)
    }
    #expect(error?.codes == [.parentMismatch])
  }

  private final class Store: Sendable {}
}

@Suite("A child's configuration refers to its parent's services")
struct ChildConfigurationTests {
  private let parent = ConfigurationSource.inline(
    """
    services:
      mailer: { type: SMTPMailer, arguments: { host: smtp, from: me } }
    """, fileID: "App/App.swift", line: 10)

  @Test func aRemovedDefinitionShowsTheParents() throws {
    let parent = try Container(loading: parent, variables: [:], catalog: .golden)
    let configuration = try ServiceConfiguration(
      .inline(
        """
        services: { mailer: { type: SMTPMailer, arguments: { host: own, from: me } } }
        environments:
          bare: { services: { mailer: !remove } }
        """))
    for (environment, host) in [(nil, "own"), ("bare", "smtp")] {
      let plan = try configuration.plan(
        environment: environment, parent: parent.plan, catalog: .golden)
      let mailer = try Container(plan, parent: parent).resolve("mailer", as: SMTPMailer.self)
      #expect(mailer.host == host)
    }
  }
}
