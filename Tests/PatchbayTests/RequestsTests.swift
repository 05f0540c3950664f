import Patchbay
import PatchbayCommand
import PatchbayTesting
import TestSupport
import Testing

extension ServiceKey where Service == any Leaf {
  fileprivate static let leaf: Self = "leaf"
  fileprivate static let second: Self = "second"
}

extension ServiceKey where Service == Red {
  fileprivate static let leaf: Self = "leaf"
}

@Suite("What a program requests is compared with the configuration")
struct RequestsTests {
  private static func requests(_ scopes: ScopeName...) -> Requests {
    Requests(ServiceKey<any Leaf>.leaf, .second, scopes: scopes, fileID: "App/Main.swift", line: 9)
  }

  private static func messages(
    _ yaml: String, _ requests: Requests, environment: String? = nil
  ) -> [String] {
    do throws(DiagnosticsError) {
      _ = try ServiceConfiguration(.inline(yaml)).plan(
        environment: environment, requests: requests, catalog: .table)
      return []
    } catch {
      return error.diagnostics.map { "\($0.code.name): \($0.message)" }
    }
  }

  @Test("A key that no layer defines, another type, and a scope that is not declared are errors")
  func mistakes() throws {
    let yaml = "scopes: [job]\nservices: { leaf: { type: Values }, secnd: { type: Red } }"
    let error = try #require(throws: DiagnosticsError.self) {
      try ServiceConfiguration(.bytes(Array(yaml.utf8), name: "services.yaml")).plan(
        requests: Self.requests("jobs", "singleton"), catalog: .table)
    }
    let text = TerminalRenderer(color: false).render(error.diagnostics)
    #expect(
      text == """
        error[unknown-root]: the program asks for `second`, which no layer defines
         --> App/Main.swift:9: no service has this key
         ::: services.yaml:2:37
          |
        2 | services: { leaf: { type: Values }, secnd: { type: Red } }
          |                                     ----- a similar key is defined here
          |
          = note: 2 layers were searched: services.yaml, modules at RequestsTests.swift:37
        help: did you mean `secnd`?

        error[unknown-scope]: no scope is named `jobs`
         --> App/Main.swift:9: opened by the program
          = note: the declared scopes are `job`
        help: did you mean `job`?

        error[unknown-scope]: `singleton` is a lifetime, and no scope that can be opened
         --> App/Main.swift:9: opened by the program
          = note: the declared scopes are `job`

        error[type-mismatch-at-resolve]: `leaf` was asked for as `any Leaf`, but provides `Values`
         --> services.yaml:2:13
          |
        2 | services: { leaf: { type: Values }, secnd: { type: Red } }
          |             ^^^^ built by the factory `Values`
         ::: App/Main.swift:9: requested by the program
          = note: the factory is declared at PatchbayTests/TableCatalog.swift:40
        """)
  }

  @Test(
    "An alias counts as its target, a decorated service as its decorator, and a declared scope is right"
  )
  func right() {
    let yaml = """
      scopes: [job]
      services:
        leaf: { alias: other }
        other: { type: Red, scope: job }
        second: { type: Green }
        second.log: { type: Wrapper, decorates: second, arguments: { inner: !inner } }
      """
    #expect(Self.messages(yaml, Self.requests("job")) == [])
  }

  @Test("What is optional may be missing or disabled, and has its type all the same")
  func optional() {
    let key = ServiceKey<Red>.leaf
    let requests = Requests().optionally(key)
    #expect(Self.messages("services: { a: { type: Red } }", requests) == [])
    let disabled = "services: { leaf: { type: Red, enabled: false } }"
    #expect(Self.messages(disabled, requests) == [])
    #expect(
      Self.messages(disabled, Requests(key)) == [
        "disabled-service: the program asks for `leaf`, which is disabled"
      ])
    #expect(Self.messages(disabled, Requests(key).optionally(key)).count == 1)
    #expect(
      Self.messages("services: { leaf: { type: Green } }", requests).map { $0.prefix(24) }
        == ["type-mismatch-at-resolve"])
  }

  @Test("The keys and the scopes of a parent count for its child")
  func child() throws {
    let yaml = "scopes: [job]\nservices: { leaf: { type: Red }, second: { type: Green } }"
    let parent = try ServiceConfiguration(.inline(yaml)).plan(catalog: .table)
    let child = try ServiceConfiguration(.inline("services: { own: { type: Red } }")).plan(
      requests: Self.requests("job"), parent: parent, catalog: .table)
    #expect(child.keys.contains("own"))
  }

  private static func check(_ yaml: String) async -> (code: Int32, result: String) {
    let result = Guarded("")
    let command = PatchbayCommand(
      "app", catalog: .table, configuration: .bytes(Array(yaml.utf8), name: "services.yaml"),
      requests: requests(), variables: [:],
      output: CommandOutput(result: { text in result.withLock { $0 += text } }, problem: { _ in }))
    let code = await command.run(["check"])
    return (code, result.withLock { $0 })
  }

  @Test("They are entry points, so that nothing else is needed under `roots`")
  func roots() async {
    let services =
      "services: { leaf: { type: Red }, second: { type: Green }, spare: { type: Red } }"
    let (code, result) = await Self.check(services)
    #expect(code == 0)
    let line = "warning[unused-service]: nothing reachable from the roots uses `spare`\n"
    #expect(result.hasPrefix(line), "\(result)")
    #expect(result.contains("\n  = note: the roots are `leaf` and `second`\n"), "\(result)")
  }

  static let environments = """
    services: { leaf: { type: Red }, second: { type: Green } }
    environments: { test: { services: { leaf: { type: Values } } } }
    """

  @Test("`check` and `expectWiring` compare every environment with them")
  func everyEnvironment() async throws {
    let (code, result) = await Self.check(Self.environments)
    #expect(code == 78)
    let first =
      "error[type-mismatch-at-resolve]: `leaf` was asked for as `any Leaf`, but provides `Values`\n"
    #expect(result.hasPrefix(first), "\(result)")
    #expect(result.contains("test"), "\(result)")
    let folder = try TemporaryFolder(["services.yaml": Self.environments])
    withKnownIssue {
      expectWiring(folder.file("services.yaml"), catalog: .table, requests: Self.requests())
    }
  }
}
