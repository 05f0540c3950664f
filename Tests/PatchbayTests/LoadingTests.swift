import Foundation
import Patchbay
import Testing

@Suite("A container is loaded in one line")
struct LoadingTests {
  private let yaml: ConfigurationSource = .inline(
    """
    environments:
      test: { services: { pool: { arguments: { size: 1 } } } }
    services:
      pool: { type: ConnectionPool, arguments: { url: $(env:URL:-none), size: 8 } }
    """
  )

  @Test func withWhatIsHandedIn() throws {
    let container = try Container(
      loading: yaml,
      environment: "test",
      variables: ["URL": "u"],
      overlays: [.inline("services: { pool: { arguments: { url: overlaid } } }")],
      catalog: .golden
    )
    let pool = try container.resolve("pool", as: ConnectionPool.self)
    #expect(pool.size == 1)
    #expect(pool.url == "overlaid")
  }

  @Test func thePatchbayVariableNamesTheEnvironment() throws {
    let variables = ["PATCHBAY_ENV": "test"]
    let container = try Container(loading: yaml, variables: variables, catalog: .golden)
    #expect(try container.resolve("pool", as: ConnectionPool.self).size == 1)
  }

  @Test func anUnsetOrEmptyVariableMeansTheBase() throws {
    for variables in [[:], ["PATCHBAY_ENV": ""]] {
      let container = try Container(loading: yaml, variables: variables, catalog: .golden)
      #expect(try container.resolve("pool", as: ConnectionPool.self).size == 8)
    }
  }

  @Test func theProcessIsAskedWhereNothingIsHandedIn() {
    #expect(processVariables()["PATH"] == ProcessInfo.processInfo.environment["PATH"])
    #expect(processVariables().count == ProcessInfo.processInfo.environment.count)
  }

  @Test func everyMistakeIsToldAtOnce() {
    let error = #expect(throws: DiagnosticsError.self) {
      try Container(
        loading: .inline(
          """
          services:
            a: { type: Missing }
            b: { type: ConnectionPool, arguments: { url: $(nothing), sise: 1 } }
            c: { type: SMTPMailer, arguments: { host: !ref a, from: $(env:UNSET) } }
          """
        ),
        variables: [:],
        catalog: .golden
      )
    }
    #expect(
      error?.codes == [
        .unknownType, .unknownParameter, .unknownArgument, .argumentKind,
        .missingEnvironmentVariable,
      ]
    )
  }
}
