import Foundation
import Patchbay
import PatchbayCommand
import TestSupport
import Testing

@Suite("A retry in a configuration is merged, evaluated, and shown")
struct RetryConfigurationTests {
  private struct Remote: Sendable {}
  private struct Refused: Error, CustomStringConvertible {
    var description: String { "refused with hunter2" }
  }

  /// A catalog whose `Remote` succeeds at the third attempt; `attempts` counts.
  private static func catalog(_ attempts: Journal = Journal()) -> FactoryCatalog {
    FactoryCatalog("app", fileID: "App/Catalog.swift", line: 1) {
      Factory(
        "Remote", .value("password", default: ""), fileID: "App/Catalog.swift", line: 2
      ) { (password: String) in Remote() }
      .onStart { _ in
        attempts.note("attempt")
        if attempts.entries.count < 3 { throw Refused() }
      }
    }
  }

  private static let base = """
    services:
      remote: { type: Remote, retry: { attempts: 2, pause: 1ms..8ms } }
    environments:
      production: { services: { remote: { retry: { attempts: 3 } } } }
    """

  private func retry(
    _ yaml: String = base, environment: String? = nil, overlay: String? = nil,
    modules: [any Module] = [], variables: [String: String] = [:]
  ) throws -> Retry? {
    let configuration = try ServiceConfiguration(.inline(yaml))
    var collector = DiagnosticCollector()
    let set = configuration.definitions(
      environment: environment, variables: Variables(variables),
      overlays: overlay.map { [.inline($0)] } ?? [], modules: modules, into: &collector)
    try collector.throwErrors()
    return set.definitions.first { $0.key == "remote" }?.retry
  }

  private let pause = RetryPause(low: .milliseconds(1), high: .milliseconds(8))

  @Test func layersMergeItByItsParts() throws {
    #expect(try retry() == Retry(attempts: 2, pause: pause))
    #expect(try retry(environment: "production") == Retry(attempts: 3, pause: pause))
    let overlay = "services: { remote: { retry: { pause: 2s } } }"
    let two = RetryPause(low: .seconds(2), high: .seconds(2))
    #expect(
      try retry(environment: "production", overlay: overlay) == Retry(attempts: 3, pause: two))
    let removed = "services: { remote: { retry: !remove } }"
    #expect(try retry(overlay: removed) == Retry())
    let part = "services: { remote: { retry: { pause: !remove } } }"
    #expect(try retry(overlay: part) == Retry(attempts: 2))
    let replaced = "services: { remote: { retry: !replace { pause: 2s } } }"
    #expect(try retry(overlay: replaced) == Retry(pause: two))
  }

  @Test func aModuleChangesAPart() throws {
    let module = Definitions { Change("remote").retry(attempts: 9) }
    #expect(try retry(modules: [module]) == Retry(attempts: 9, pause: pause))
  }

  @Test func variablesAndParametersSetIt() throws {
    let yaml = """
      parameters: { low: 5ms }
      services: { remote: { type: Remote, retry: { attempts: $(env:N:-4), pause: $(low)..1s } } }
      """
    let pause = RetryPause(low: .milliseconds(5), high: .seconds(1))
    #expect(try retry(yaml) == Retry(attempts: 4, pause: pause))
    #expect(try retry(yaml, variables: ["N": "6"]) == Retry(attempts: 6, pause: pause))
  }

  @Test func theStartAttemptsTheHookAgainAndHidesSecrets() async throws {
    let attempts = Journal()
    let container = try Container(
      loading: .inline(
        """
        services:
          remote:
            type: Remote
            arguments: { password: !secret hunter2 }
            retry: { attempts: 3, pause: 1ms }
        """), catalog: Self.catalog(attempts))
    let report = try await container.start()
    #expect(attempts.entries.count == 3)
    let errors = report.services[0].failedAttempts.map(\.error)
    #expect(errors.count == 2 && errors.allSatisfy { $0.hasPrefix("refused with ") })
    #expect(!"\(report) \(errors)".contains("hunter2"))
  }

  @Test func aDefinitionInSwiftAttemptsItAgain() async throws {
    let attempts = Journal()
    let container = try Container {
      Provide("remote", as: Remote.self) { _ in Remote() }
        .onStart { _ in
          attempts.note("attempt")
          if attempts.entries.count < 3 { throw Refused() }
        }
        .retry(attempts: 3, pause: .milliseconds(1)...(.milliseconds(2)))
    }
    try await container.start()
    #expect(attempts.entries.count == 3)
  }

  @Test func aMistakeInSwiftHasThePlaceOfTheCall() throws {
    let error = #expect(throws: DiagnosticsError.self) {
      _ = try Plan {
        Provide("remote", as: Remote.self) { _ in Remote() }
          .retry(attempts: 0, fileID: "App/Main.swift", line: 7)
      }
    }
    #expect(error?.diagnostics.map(\.code) == [.invalidRetry])
    let place = error?.diagnostics.first?.labels.first?.place.displayName
    #expect(place == "App/Main.swift:7")
    let endless = #expect(throws: DiagnosticsError.self) {
      _ = try Plan {
        Provide("remote", as: Remote.self) { _ in Remote() }.onStart { _ in }
          .retry(pause: .zero...(.seconds(5)), fileID: "App/Main.swift", line: 7)
      }
    }
    #expect(endless?.diagnostics.map(\.code) == [.invalidRetry])
    #expect(endless?.diagnostics.first?.labels.first?.place.displayName == "App/Main.swift:7")
    let hookless = #expect(throws: DiagnosticsError.self) {
      _ = try Plan { Provide("remote", as: Remote.self) { _ in Remote() }.retry(attempts: 2) }
    }
    #expect(hookless?.diagnostics.map(\.code) == [.invalidRetry])
  }

  @Test func noPauseAtAllIsValid() throws {
    let none = RetryPause(low: .zero, high: .zero)
    for pause in ["0s", "0s..0s"] {
      let yaml = "services: { remote: { type: Remote, retry: { pause: \(pause) } } }"
      #expect(try retry(yaml) == Retry(pause: none))
    }
  }

  private func model(_ yaml: String) throws -> WiringModel {
    var collector = DiagnosticCollector()
    let model = try ServiceConfiguration(.inline(yaml)).model(
      catalog: Self.catalog(), into: &collector)
    try collector.throwErrors()
    return try #require(model)
  }

  @Test func theModelHasItAndItsHashCoversIt() throws {
    let none = try model("services: { remote: { type: Remote } }")
    let two = try model("services: { remote: { type: Remote, retry: { attempts: 2 } } }")
    let slow = try model(
      "services: { remote: { type: Remote, retry: { attempts: 2, pause: 1500ms..1m } } }")
    #expect(none.json.contains(#""retry": {"attempts": null, "pause": null}"#))
    #expect(two.json.contains(#""retry": {"attempts": 2, "pause": null}"#))
    #expect(
      slow.json.contains(#""retry": {"attempts": 2, "pause": {"from": "1.5s", "to": "60s"}}"#))
    #expect(Set([none.hash, two.hash, slow.hash]).count == 3)
  }

  @Test func anOverlayThatChangesItIsUsed() throws {
    func codes(_ overlay: String) throws -> [DiagnosticCode] {
      wholeCheck(
        try ServiceConfiguration(.inline(Self.base)), overlays: [.inline(overlay)],
        catalog: Self.catalog()
      ).diagnostics.map(\.code)
    }
    #expect(try codes("services: { remote: { retry: { pause: 9ms } } }") == [])
    let same = try codes("services: { remote: { retry: { pause: 1ms..8ms } } }")
    #expect(same.contains(.unusedOverlay), "\(same)")
  }

  private static let written = """
    services:
      remote: { type: Remote, retry: { attempts: $(env:N:-4), pause: 1500ms..2m } }
      constant: { type: Remote, retry: { attempts: 1, pause: 5s } }
      unknown: { type: Remote, retry: { pause: $(env:PAUSE) } }
      none: { type: Remote, retry: {} }
    """

  @Test(arguments: [
    ("remote", "retry: { attempts: $(env:N:-4), pause: 1500ms..2m }"),
    ("constant", "retry: { attempts: 1, pause: 5s }"),
    ("unknown", "retry: { pause: $(env:PAUSE) }"),
  ])
  func showAndConfigHaveIt(_ key: String, _ line: String) async {
    let (result, problem) = (Guarded(""), Guarded(""))
    let command = PatchbayCommand(
      "app", catalog: Self.catalog(),
      configuration: .bytes(Array(Self.written.utf8), name: "Config/services.yaml"),
      variables: [:],
      output: CommandOutput(
        result: { text in result.withLock { $0 += text } },
        problem: { text in problem.withLock { $0 += text } }))
    #expect(await command.run(["show", key]) == 0)
    #expect(result.withLock { $0 }.contains("\n  \(line)\n"), "\(result.withLock { $0 })")
    #expect(await command.run(["config"]) == 0)
    let config = result.withLock { $0 }
    #expect(config.contains("  \(key):\n    type: Remote\n    \(line)"), "\(config)")
    #expect(problem.withLock { $0 } == "")
  }
}
