import Foundation
import Patchbay
import TestSupport
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

  @Test("parameters and services of the program are available to the files")
  func withWhatIsHandedIn() throws {
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

  @Test func severalServicesThatAreLeftOutAreAnEmptyCollection() throws {
    let container = try Container(
      loading: .inline("services: { many: { type: Many }, named: { type: Named } }"),
      variables: [:], catalog: .table)
    #expect(try container.resolve("many", as: Many.self).leaves.isEmpty)
    #expect(try container.resolve("named", as: Named.self).leaves.isEmpty)
  }

  @Test func anUnsetOrEmptyVariableMeansTheBase() throws {
    for variables in [[:], ["PATCHBAY_ENV": ""]] {
      let container = try Container(loading: yaml, variables: variables, catalog: .golden)
      #expect(try container.resolve("pool", as: ConnectionPool.self).size == 8)
    }
  }

  @Test func theProcessIsAskedWhereNothingIsHandedIn() {
    #expect(
      ServiceConfiguration.processVariables()["PATH"] == ProcessInfo.processInfo.environment["PATH"]
    )
    #expect(
      ServiceConfiguration.processVariables().count == ProcessInfo.processInfo.environment.count)
  }

  @Test func aFileOfVariablesLiesBelowThoseOfTheProcess() throws {
    let folder = try TemporaryFolder([
      "a.env": "URL=first\nPATH=nowhere\nPATCHBAY_ENV=test\n", "b.env": "export URL='second'\n",
    ])
    let files = ["a.env", "b.env"].map(folder.file)
    let variables = try ServiceConfiguration.processVariables(envFiles: files)
    #expect(variables["PATH"] == ProcessInfo.processInfo.environment["PATH"])
    let container = try Container(loading: yaml, variables: variables, catalog: .golden)
    let pool = try container.resolve("pool", as: ConnectionPool.self)
    #expect(pool.url == "second")
    #expect(pool.size == 1)
  }

  @Test func aFileOfVariablesWithAMistakeGivesNone() throws {
    let folder = try TemporaryFolder(["a.env": "URL=hunter2\nURL=hunter3\n"])
    let error = #expect(throws: DiagnosticsError.self) {
      try ServiceConfiguration.processVariables(envFiles: [folder.file("a.env")])
    }
    #expect(error?.codes.map(\.description) == ["repeated-variable"])
    #expect(error.map { !"\($0)".contains("hunter") } == true)
  }

  @Test(arguments: [
    "plain", "", "a \"quoted\" \\ text", "$(not.expanded)", "$$(x)", "$ (", "two\nlines",
    "\u{1F600}\u{7}",
    "null", "~", "{ x: 1 }", "'", "#", "@x",
  ])
  func aTextThatIsHandedInComesOutAsItIs(_ text: String) throws {
    let container = try Container(
      loading: .inline("services: { pool: { type: ConnectionPool, arguments: { url: $(url) } } }"),
      variables: [:],
      parameters: ["url": .text(text)],
      catalog: .golden
    )
    #expect(try container.resolve("pool", as: ConnectionPool.self).url == text)
  }

  @Test func parametersOfTheProgramLieOverAllOverlays() throws {
    let container = try Container(
      loading: .inline(
        """
        parameters: { pool: { url: file, size: 1 } }
        services:
          pool: { type: ConnectionPool, arguments: { url: $(pool.url), size: $(pool.size) } }
        """
      ),
      variables: [:],
      parameters: ["pool": ["size": 3]],
      overlays: [.inline("parameters: { pool.size: 2, pool.url: overlay }")],
      catalog: .golden
    )
    let pool = try container.resolve("pool", as: ConnectionPool.self)
    #expect(pool.size == 3)
    #expect(pool.url == "overlay")
  }

  @Test func whatIsWrongWithAParameterNamesTheSwiftLine() {
    let error = #expect(throws: DiagnosticsError.self) {
      try Container(
        loading: .inline(
          """
          services: { pool: { type: ConnectionPool, arguments: { url: u, size: $(pool.password) } } }
          """
        ),
        variables: [:],
        parameters: ["pool.password": "hunter2"],
        catalog: .golden,
        fileID: "App/Main.swift",
        line: 7
      )
    }
    #expect(error?.codes == [.argumentType])
    let text = TerminalRenderer().render(error?.diagnostics ?? [])
    #expect(text.contains("--> App/Main.swift:7") && !text.contains("hunter2"))
  }

  @Test func everyMistakeIsReportedAtOnce() {
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

@Suite("An environment that the configuration does not have")
struct UnknownEnvironmentTests {
  private func message(environment: String?, variable: String) throws -> String? {
    let error = try #require(throws: DiagnosticsError.self) {
      try Container(
        loading: .inline("services: {}\nenvironments: { production: {} }\n"),
        environment: environment, variables: ["PATCHBAY_ENV": variable],
        catalog: FactoryCatalog("none") {})
    }
    return error.diagnostics.first?.message
  }

  @Test("is reported with the variable, where that names it")
  func variable() throws {
    let fact = "the configuration has no environment `prodution`"
    #expect(
      try message(environment: nil, variable: "prodution")
        == fact + ", which PATCHBAY_ENV names")
    #expect(try message(environment: "prodution", variable: "production") == fact)
  }
}
