import Foundation
import Patchbay
import PatchbayTesting
import TestSupport

/// A configuration with everything that a model describes, in several files.
enum ModelSample {
  static let services = """
    imports: [parts/audit.yaml]
    roots: [server, broken-link]
    scopes: [request]
    parameters:
      mail.from: no-reply@example.com
      hosts: [a.example.com, "b.example.com"]
      data: $(path:data)
      empty: null
      options: { zone: eu, password: !secret hunter22, size: $(env:SIZE:-4) }
      needless: !required
      site: https://me:hunter27@example.com/x
      api.token: hunter28
    services:
      pool:
        type: Pool
        description: keeps connections
        arguments:
          url: postgres://app:hunter23@$(env:DB_HOST)/app
          size: $(env:SIZE:-4)
          password: !secret $(env:DB_PASSWORD:-hunter26)
      store:
        type: Store
        arguments: { pool: !ref pool, folder: "$(data)/links", motto: $(file:motto.txt) }
        timeouts: { start: 1.5s, stop: 2m }
        eager: true
        tags: { part: { priority: 2, note: "of $(env:ZONE:-eu)" } }
      store.cache:
        type: Cache
        decorates: store
        priority: 3
        arguments: { inner: !inner }
        properties: { label: $(options.zone) }
      link: { alias: store, deprecated: use store }
      session: { type: Session, scope: request, autowire: true, provides: [Session] }
      server:
        type: Server
        arguments:
          parts: !tagged part
          named: { first: !ref store, second: !ref store }
          session: !ref sessions
          spare: !optional missing
          helper: !inline { type: Session, arguments: { pool: !ref pool } }
          token: !secret $(file:/run/secrets/token)
          key: $(vault:keys/server)
        after: [pool]
        deprecated: soon gone
      sessions: { type: Session, arguments: { pool: !ref pool } }
      broken-link: { alias: server }
      mailer:
        type: Mailer
        enabled: false
        arguments: { options: $(options), helper: !inline { type: Session, arguments: { pool: !ref pool } } }
        tags: [part]
      flagged: { type: Session, enabled: $(env:FLAG), arguments: { pool: !ref pool } }
    environments:
      test:
        services:
          pool: { arguments: { size: 1 } }
    """

  static let audit = """
    services:
      audit:
        type: Store
        arguments: { pool: !ref pool, folder: $(path:../logs), motto: $(file:words.txt) }
        tags: [part]
    """

  static let files = [
    "services.yaml": services, "parts/audit.yaml": audit, "motto.txt": "hunter24 is a motto",
    "parts/words.txt": "hunter25 are words",
    "overlay.yaml": "services: { server: { arguments: { key: other } } }",
  ]

  static let catalog = FactoryCatalog("sample", fileID: "App/Catalog.swift", line: 1) {
    Factory(
      "Pool", .value("url"), .value("size", default: 4), .value("password"),
      fileID: "App/Catalog.swift", line: 2
    ) { (url: String, size: Int, password: String) in Pool() }
    .summary("Keeps connections to one database.")
    Factory(
      "Store", .service("pool"), .value("folder"), .value("motto"), fileID: "App/Catalog.swift",
      line: 3
    ) { (pool: Pool, folder: String, motto: String) in Store() }
    .provides((any SamplePart).self) { $0 }
    Factory("Cache", .service("inner"), fileID: "App/Catalog.swift", line: 4) {
      (inner: any SamplePart) in Cache()
    }
    .provides((any SamplePart).self) { $0 }
    .property("label", value: String.self) { _, _ in }
    Factory("Session", .service("pool"), fileID: "App/Catalog.swift", line: 5) {
      (pool: Pool) in Session()
    }
    Factory("Twin", .service("pool"), fileID: "App/Catalog.swift", line: 8) {
      (pool: Pool) in Session()
    }
    Factory(
      "Server", .services("parts"), .services("named"), .provider("session"), .optional("spare"),
      .service("helper"), .value("token"), .value("key"), fileID: "App/Catalog.swift", line: 6
    ) {
      (
        parts: [any SamplePart], named: [String: any SamplePart], session: Provider<Session>,
        spare: Pool?,
        helper: Session, token: String, key: String
      ) in Server()
    }
    Factory(
      async: "Mailer", .value("options"), .service("helper"), fileID: "App/Catalog.swift", line: 7
    ) { (options: Options, helper: Session) in Mailer() }
    .notInTests()
  }

  struct Clock: Module {
    var definitions: Definitions {
      Provide(
        ServiceKey<Int>("clock"), .service(ServiceKey<Pool>("pool")), fileID: "App/Clock.swift",
        line: 2
      ) { _ in 1 }
    }
  }

  static let settings = LoadSettings(
    readableDirectories: ["/run/secrets"],
    interpolationSources: [
      "vault": ClosureInterpolationSource { _ in fatalError("no source is asked") }
    ])

  /// Makes the model of files in a folder; throws what is wrong.
  static func model(
    in folder: String, environment: String? = nil, overlays: [String] = [],
    modules: [any Module] = [], variables: [String: String] = [:],
    catalog: FactoryCatalog = catalog
  ) throws -> WiringModel {
    let configuration = try ServiceConfiguration(
      ConfigurationSource(path: "\(folder)/services.yaml"), settings: settings)
    var collector = DiagnosticCollector()
    let model = configuration.model(
      environment: environment, overlays: overlays.map { ConfigurationSource(path: $0) },
      modules: modules, variables: variables, catalog: catalog, fileID: "App/main.swift", line: 1,
      into: &collector)
    try collector.throwErrors()
    return model!
  }

  /// Makes the model of a text, which may be changed.
  static func model(
    _ changes: [(of: String, to: String)] = [], environment: String? = nil,
    modules: [any Module] = [], variables: [String: String] = [:]
  ) throws -> WiringModel {
    var files = files
    for change in changes {
      let name = files.keys.sorted().first { files[$0]?.contains(change.of) == true }
      guard let name else { throw NotThere(text: change.of) }
      files[name] = files[name]?.replacing(change.of, with: change.to)
    }
    let folder = try TemporaryFolder(files)
    return try model(
      in: folder.path, environment: environment, modules: modules, variables: variables)
  }

  struct NotThere: Error { let text: String }
}

protocol SamplePart: Sendable {}
extension ModelSample {
  fileprivate struct Pool: Sendable {}
  fileprivate struct Store: SamplePart {}
  fileprivate struct Cache: SamplePart {}
  fileprivate struct Session: Sendable {}
  fileprivate struct Server: Sendable {}
  fileprivate struct Mailer: Sendable {}
  fileprivate struct Options: Decodable, Sendable {
    let zone: String
    let password: String
    let size: Int
  }
}

extension WiringModel {
  /// The text that the hash covers.
  var observed: String { ObservedJSON(comparable).text }
}
