import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@Suite("A file that is named nearly like that of an environment, and is not read, is reported")
struct UnreadSiblingTests {
  private static func warning(_ file: String, _ environment: String = "production") -> String {
    "\(file) ?unread-sibling: `\(file)` is not read: the file of the environment "
      + "`\(environment)` is `services.\(environment).yaml`"
  }

  /// What a check reports of a folder without known environments.
  private static func unread(
    _ files: [String], root: String = "services: { s: { type: T } }", others: [String: String] = [:]
  ) throws -> Load {
    var texts = ["services.yaml": root].merging(others) { $1 }
    for file in files { texts[file] = "services: { s: { type: U } }" }
    var load = try Load(texts)
    #expect(load.reported == [])
    let configuration = try ServiceConfiguration(.init(path: load.folder.file("services.yaml")))
    load.diagnostics = configuration.nameWarnings
    return load
  }

  static let names: [(name: String, help: String)] = [
    ("services-production.yaml", "rename it to `services.production.yaml`, or import it"),
    ("services_production.yaml", "rename it to `services.production.yaml`, or import it"),
    ("services.production.yml", "rename it to `services.production.yaml`, or import it"),
    ("Services.production.yaml", "rename it to `services.production.yaml`, or import it"),
    ("production.services.yaml", "rename it to `services.production.yaml`, or import it"),
    ("production-services.yml", "rename it to `services.production.yaml`, or import it"),
    ("application-production.yaml", "rename it to `services.production.yaml`, or import it"),
    ("config.production.yaml", "rename it to `services.production.yaml`, or import it"),
    (
      "environments/production.yaml",
      "move it next to the root file, as `services.production.yaml`, or import it"
    ),
    (
      "env/services.production.yaml",
      "move it next to the root file, as `services.production.yaml`, or import it"
    ),
  ]

  @Test("by a check, whichever environments are known", arguments: names)
  func check(_ row: (name: String, help: String)) throws {
    for root in ["services: {}", "environments: { production: {}, test: {} }"] {
      let load = try Self.unread([row.name], root: root)
      #expect(load.reported == [Self.warning(row.name)])
      #expect(load.helps == [row.help])
    }
  }

  @Test("by a load of the environment, and by no other", arguments: names)
  func load(_ row: (name: String, help: String)) throws {
    let files = ["services.yaml": "environments: { production: {}, test: {} }", row.name: ""]
    #expect(try Load(files, environment: "production").reported == [Self.warning(row.name)])
    #expect(try Load(files, environment: "test").reported == [])
    #expect(try Load(files).reported == [])
  }

  @Test("and its advice is given for an environment that is not known", arguments: names)
  func unknownEnvironment(_ row: (name: String, help: String)) throws {
    let load = try Load(["services.yaml": "", row.name: ""], environment: "production")
    #expect(load.diagnostics.map(\.code) == [.unknownEnvironment])
    let advice = row.help.split(separator: ", or import").first ?? ""
    #expect(load.helps == ["`\(row.name)` is not read: \(advice)"])
  }

  @Test(
    "unless its name can mean something else",
    arguments: [
      "docker-compose.yaml", "compose.test.yaml", "services.yml", "service-mesh.yaml",
      "config.yaml",
      "services-production.json", "environments/readme.md", "other/production.yaml", "test.yaml",
      "services-a.b.yaml", "-services.yaml", "services-.yaml", "microservices.yaml",
    ])
  func otherNames(_ name: String) throws { #expect(try Self.unread([name]).reported == []) }

  @Test("unless it is imported, by the root file or the file of any environment")
  func imported() throws {
    let names = ["services-test.yaml", "environments/live.yaml"]
    let load = try Self.unread(
      names, root: "imports: [services-test.yaml, { glob: 'environments/*' }]")
    #expect(load.reported == [])
    let sibling = try Self.unread(
      names,
      others: ["services.test.yaml": "imports: [services-test.yaml, environments/live.yaml]"])
    #expect(sibling.reported == [])
  }

  @Test("unless it is an overlay")
  func overlay() throws {
    let load = try Load(
      ["services.yaml": "environments: { test: {} }", "services-test.yaml": ""],
      environment: "test"
    ) { [.init(path: $0.file("services-test.yaml"))] }
    #expect(load.reported == [])
  }

  @Test("and has another advice where the environment has its file")
  func taken() throws {
    let load = try Self.unread(
      ["services-test.yaml", "application-test.yaml", "environments/test.yaml"],
      others: ["services.test.yaml": ""])
    #expect(load.reported == [Self.warning("services-test.yaml", "test")])
    #expect(load.helps == ["move what it sets to `services.test.yaml`, or import it"])
  }

  @Test("and an environment whose name is nearly that of a file names the file")
  func nearName() throws {
    let texts = [
      "services.yaml": "services: {}\nenvironments: { production: {} }",
      "services.prod.yaml": "services: {}",
    ]
    var load = try Load(texts)
    load.diagnostics = try ServiceConfiguration(
      .init(path: load.folder.file("services.yaml"))
    ).nameWarnings
    #expect(
      load.reported == [
        "services.yaml:2:17 ?similar-name: `production` and `prod` (services.prod.yaml) are separate "
          + "environments"
      ])
    #expect(load.helps == ["if one environment is meant, use the same name"])
  }

  @Test("and so is one next to an imported file, unless something imports it")
  func nextToAnImport() throws {
    func reported(_ sibling: String) throws -> Load {
      try Self.unread(
        [], root: "imports: [parts/lib.yaml]\nenvironments: { test: {} }",
        others: [
          "parts/lib.yaml": "services: { s: { type: T } }", "parts/lib.test.yaml": "services: {}",
          "parts/lib.en.yaml": "services: {}", "services.test.yaml": sibling,
        ])
    }
    let load = try reported("services: { s: { type: U } }")
    #expect(
      load.reported == [
        "parts/lib.test.yaml ?unread-sibling: `parts/lib.test.yaml` is not read: only the root file has files of "
          + "environments"
      ])
    #expect(load.helps == ["import it in the file of the environment `test`"])
    #expect(try reported("imports: [parts/lib.test.yaml]").reported == [])
  }
}
