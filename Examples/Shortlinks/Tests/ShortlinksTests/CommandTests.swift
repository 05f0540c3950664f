import Foundation
import Testing

@testable import Shortlinks

/// The program as people run it: processes, exit codes, and what they say.
@Suite struct CommandTests {
  let folder: TemporaryFolder
  let program: ShortlinksProcess

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: ConfigurationTests.folder, to: folder.url.appending(path: "Config"))
    program = ShortlinksProcess(folder: folder)
  }

  /// Changes the copy of the configuration.
  func replace(_ text: String, with other: String, in file: String = "Config/services.yaml") throws
  {
    let before = try folder.text(of: file)
    #expect(before.contains(text))
    try folder.write(before.replacingOccurrences(of: text, with: other), to: file)
  }

  @Test func checkNeedsNoVariable() throws {
    let result = try program.run("check")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    for environment in ["development", "production", "test"] {
      #expect(result.output.contains(environment))
    }
    #expect(!folder.contains("var"))
  }

  @Test func theCommittedSchemaIsCurrent() throws {
    let result = try program.run("schema")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try result.output == folder.text(of: "Config/shortlinks.schema.json"))
  }

  @Test func checkWithTheVariablesOfTheProcessTellsEachThatIsMissing() throws {
    let missing = try program.run("check", "--variables", "process")
    #expect(missing.status == 78)
    for variable in ConfigurationTests.variables.keys {
      #expect(missing.printed.contains(variable))
    }
    var program = program
    program.variables = ConfigurationTests.variables
    #expect(try program.run("check", "--variables", "process").status == 0)
  }

  @Test func envListsWhatProductionNeeds() throws {
    let result = try program.run("env", "--environment", "production", "--format", "dotenv")
    #expect(result.status == 0)
    for variable in ConfigurationTests.variables.keys {
      #expect(result.printed.contains("#\(variable)="))
    }
    try folder.write("SITE_URL=https://short.example\nPORT=http\n", to: "production.env")
    let check = try program.run(
      "check", "--environment", "production", "--variables", "production.env")
    #expect(check.status == 78)
    #expect(check.printed.contains(" --> production.env:2:1"))
    #expect(check.printed.contains("`API_TOKEN` is not set"))
  }

  @Test(arguments: ["check", "serve", "graph"])
  func aMisspellingIsShownInItsPlace(command: String) throws {
    try replace("type: SequentialCodeGenerator", with: "type: SequentalCodeGenerator")
    var program = program
    program.variables = ConfigurationTests.variables
    let result = try program.run(command, "--environment", "test")
    #expect(result.status == 78)
    #expect(
      result.printed.hasPrefix(
        """
        error[unknown-type]: no factory is registered for the type name `SequentalCodeGenerator`
          --> Config/services.yaml:94:22
           |
        94 |       codes: { type: SequentalCodeGenerator, arguments: { prefix: test- } }
           |       -----          ^^^^^^^^^^^^^^^^^^^^^^ not in the catalog
        """))
    #expect(
      result.printed.contains(
        """
        help: did you mean `SequentialCodeGenerator`?
             - codes: { type: SequentalCodeGenerator, arguments: { prefix: test- } }
             + codes: { type: SequentialCodeGenerator, arguments: { prefix: test- } }
        """))
    #expect(!folder.contains("var"))
  }

  @Test func aProgramWithoutItsServerIsRefused() throws {
    try folder.write("", to: "Config/services.yaml")
    try FileManager.default.removeItem(atPath: folder.path("Config/services.production.yaml"))
    let result = try program.run("serve")
    #expect(result.status == 78)
    #expect(result.errors.contains("error[unknown-root]"))
    #expect(result.errors.contains("`server`"))
  }

  @Test(arguments: [
    (["serve", "--environment", "prod"], 64), (["serve", "--config", "nowhere.yaml"], 78),
    (["serve", "--environment", "test", "--overlay", "nowhere.yaml"], 78), (["serve"], 64),
    (["check", "--config", "Config"], 78),
    (["check", "--environment", "prod"], 64), (["show", "serve"], 64),
    (["graph", "serve"], 64), (["graph", "--environment", "prod"], 64),
  ])
  func whatDoesNotExistIsRefused(words: [String], status: Int) throws {
    let result = try program.start(words).finish()
    #expect(Int(result.status) == status)
    #expect(result.printed.contains("error"))
    #expect(!folder.contains("var"))
  }

  @Test(arguments: 1...5)
  func answersWhatWasAskedBeforeItWasInterrupted(round: Int) throws {
    let running = try program.start(["serve", "--environment", "test"])
    let client = HTTPClient(port: try running.port())
    let identifier = running.process.processIdentifier
    // Halted, so that the system has accepted all of them when the signal comes.
    kill(identifier, SIGSTOP)
    let requests = try (0..<100).map { number in
      // Half of them would keep their connections.
      let last = number % 2 == 0 ? "Connection: close\r\n" : ""
      return try client.begin("GET /health HTTP/1.1\r\nHost: x\r\n\(last)\r\n")
    }
    kill(identifier, SIGTERM)
    kill(identifier, SIGCONT)
    let answered = requests.count { (try? $0.reply().status) == 200 }
    #expect(answered == 100)
    #expect(try running.finish().status == 0)
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func servesUntilItIsInterrupted(signal: Int32) throws {
    var program = program
    program.variables = ["PATCHBAY_ENV": "test"]
    let running = try program.start(["serve"])
    let client = HTTPClient(port: try running.port())
    let reply = try client.post("/links", "https://swift.org/")
    #expect(reply.status == 201)
    kill(running.process.processIdentifier, signal)
    let result = try running.finish()
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(throws: HTTPClient.Failure.self) { try client.get("/health") }
    #expect(!folder.contains("var"))
  }

  @Test func developmentKeepsItsFilesWhereTheConfigurationSays() throws {
    var program = program
    program.variables = ["PORT": "0"]
    let running = try program.start(["serve", "--environment", "development"])
    let client = HTTPClient(port: try running.port())
    let health = try client.get("/health")
    #expect(health.status == 200)
    #expect(health.headers["cache-control"] == "no-store")
    running.process.terminate()
    #expect(try running.finish().status == 0)
    #expect(folder.contains("var/links.db"))
    #expect(folder.contains("var/audit.log"))
  }

  @Test func anOverlayOverridesAll() throws {
    let running = try program.start([
      "serve", "--environment", "test", "--overlay", "Config/overlays/read-only.yaml",
    ])
    let client = HTTPClient(port: try running.port())
    let reply = try client.post("/links", "https://swift.org/")
    #expect(reply.status == 503)
    running.process.terminate()
    #expect(try running.finish().status == 0)
  }

  @Test func aPortThatIsTakenIsToldInPlainWords() throws {
    let running = try program.start(["serve", "--environment", "test"])
    var second = program
    second.variables = ["PORT": "\(try running.port())"]
    let result = try second.run("serve", "--environment", "development")
    #expect(result.status == 69)
    #expect(result.errors.contains("is another program using that port?"))
    running.process.terminate()
    _ = try running.finish()
  }

  @Test func aPortThatDoesNotExistIsReportedWithTheNameOfItsArgument() throws {
    var program = program
    program.variables = ["PORT": "65536"]
    let result = try program.run("serve", "--environment", "development")
    #expect(result.status == 69)
    #expect(
      result.errors.contains(
        "the factory of `server` failed at `port`: the `port` must be from 0 to 65535"),
      "\(result.errors)")
    #expect(!result.errors.contains("another program"))
  }

  @Test func theConfigurationIsFoundFromAFolderBelow() throws {
    try folder.write("", to: "deep/down/here")
    var below = program
    below.workingFolder = "deep/down"
    let result = try below.run("show", "codes", "--environment", "test")
    #expect(result.status == 0, "\(result.errors)")
  }

  /// An installed program does not depend on where it is started.
  @Test(arguments: ["opt/shortlinks", "opt/bin/shortlinks"])
  func theConfigurationIsFoundNextToTheProgram(path: String) throws {
    try folder.write("services: {}", to: "opt/bin/README")
    try FileManager.default.copyItem(
      at: ShortlinksProcess.program, to: folder.url.appending(path: path))
    try FileManager.default.moveItem(
      atPath: folder.path("Config"), toPath: folder.path("opt/Config"))
    // The working directory has another file, which is not used.
    try folder.write("services: {}", to: "Config/services.yaml")
    var installed = program
    installed.executable = folder.url.appending(path: path)
    let result = try installed.run("show", "codes", "--environment", "test")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("opt/Config/services.yaml:"))

    installed.variables = ["SHORTLINKS_CONFIG": "Config/services.yaml"]
    let named = try installed.run("list", "--format", "names")
    // It lacks what the program requests.
    #expect(named.status == 78)
    #expect(named.errors.contains("the program asks for `server`, which no layer defines"))
    let chosen = try installed.run(
      "list", "--config", "opt/Config/services.yaml", "--environment", "test")
    #expect(chosen.output.contains("codes"))
  }

  @Test func aMissingConfigurationIsReportedWithAllThatCanNameIt() throws {
    try FileManager.default.removeItem(atPath: folder.path("Config"))
    let result = try program.run("check")
    #expect(result.status == 78)
    #expect(
      result.printed.contains(
        """
        help: put the file next to the program, or name a file with `--config FILE` or the variable \
        `SHORTLINKS_CONFIG`
        """))
  }
}
