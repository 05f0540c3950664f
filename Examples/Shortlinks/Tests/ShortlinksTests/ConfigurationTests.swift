import Foundation
import Patchbay
import PatchbayTesting
import Testing

@testable import Shortlinks

extension ConfigurationSource {
  /// `Config/services.yaml`, from wherever the tests are run.
  static let shared = ConfigurationSource(
    path: ConfigurationTests.folder.appending(path: "services.yaml").path)
}

/// Every file in `Config/` holds for every environment.
@Suite struct ConfigurationTests {
  static let folder = URL(filePath: #filePath)
    .appending(path: "../../../../../Config").standardizedFileURL

  static let environments = [nil, "development", "production", "test"]

  /// What production takes from its process.
  static let variables = [
    "SITE_URL": "https://short.example", "API_TOKEN": "t0ken",
    "DATABASE_URL": "postgresql:///links", "REDIS_URL": "redis://127.0.0.1",
  ]

  static func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Self.folder.appending(path: folder).path)
      .filter { $0.hasSuffix(".yaml") }.sorted()
  }

  @Test func theEnvironmentsAreKnown() throws {
    #expect(
      try ServiceConfiguration(.shared).environments == ["development", "production", "test"])
  }

  @Test(arguments: environments)
  func theProgramIsWired(environment: String?) throws {
    let plan = try ServiceConfiguration(.shared).plan(
      environment: environment, variables: Self.variables, catalog: .app)
    #expect(plan.warnings.isEmpty)
  }

  /// No variable of production has to be set.
  @Test func everyOverlayFits() {
    expectWiring(
      "../../Config/services.yaml", catalog: .app, overlays: ["../../Config/overlays/*.yaml"],
      requests: .program)
    expectWiring(
      "../../Config/services.yaml", catalog: .tests,
      overlays: ["Tests/ShortlinksTests/Overlays/*.yaml"], requests: .program)
  }

  @Test func everyFileIsUsed() throws {
    #expect(
      try Self.files(in: "") == ["audit.yaml", "services.production.yaml", "services.yaml"])
    // The import is complete on its own, too.
    let audit = ConfigurationSource(path: Self.folder.appending(path: "audit.yaml").path)
    _ = try ServiceConfiguration(audit).plan(catalog: .app)
  }

  @Test func productionNeedsItsVariables() throws {
    let error = #expect(throws: DiagnosticsError.self) {
      try ServiceConfiguration(.shared).plan(environment: "production", catalog: .app)
    }
    #expect(
      error?.codes == Array(repeating: .missingEnvironmentVariable, count: 4))
  }

  @Test func productionAsksForATokenFirst() throws {
    let plan = try ServiceConfiguration(.shared).plan(
      environment: "production",
      variables: Self.variables,
      overlays: [.inline("services: { store: { type: MemoryLinkStore, tags: [health-check] } }")],
      catalog: .app
    )
    let router = try Container(plan).resolve("router", as: Router.self)
    let request = HTTPRequest(method: "POST", path: "/links")
    #expect(router.respond(to: request).status == 401)
    #expect(router.headers["Strict-Transport-Security"] == "max-age=31536000")
    #expect(router.headers["X-Content-Type-Options"] == "nosniff")
  }
}
