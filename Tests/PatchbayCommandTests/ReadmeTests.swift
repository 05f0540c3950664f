import Foundation
import Patchbay
import PatchbayCommand
import PatchbayMacros
import TestSupport
import Testing

/// What the README shows is what happens.
@Suite("The README") struct ReadmeTests {
  private let readme: [String]
  private let yaml: String

  init() throws {
    let file = Project.folder.appending(path: "README.md")
    readme = try String(contentsOf: file, encoding: .utf8)
      .components(separatedBy: "\n")
    yaml = try fencedBlocks("yaml", of: readme)[0]
  }

  @Test func showsWhatComesOut() throws {
    let printed = Recorder()
    let plan = try ServiceConfiguration(source(yaml)).plan(environment: "test", catalog: .app)
    try Readme.$printer.withValue({ printed.output().result($0) }) {
      try Container(plan).resolve(.signUp).register("ada@example.com")
    }
    let shown = try fencedBlocks("text", of: readme)[0]
    #expect(printed.result + "\n" == shown)
  }

  @Test func showsTheMessageOfAMisspelling() throws {
    // Of the service that the environment does not replace: the program above finds it.
    let misspelt = yaml.replacingOccurrences(of: "type: SignUp", with: "type: SingUp")
    let error = #expect(throws: DiagnosticsError.self) {
      try ServiceConfiguration(source(misspelt)).plan(environment: "test", catalog: .app)
    }
    let reported = TerminalRenderer().render(try #require(error).diagnostics)
    let shown = try fencedBlocks("text", of: readme)[1]
    #expect(try inReadme(reported) + "\n" == shown)
    let landing = Project.folder.appending(path: "Sources/Patchbay/Patchbay.docc/Patchbay.md")
    let lines = try String(contentsOf: landing, encoding: .utf8).components(separatedBy: "\n")
    #expect(try fencedBlocks("text", of: lines)[0] == shown)
  }

  @Test func showsWhatAChangeDoes() async throws {
    let change = "mailer: { arguments: { host: $(env:MAIL_HOST) } }"
    #expect(readme.contains { $0.contains(change) })
    let folder = try TemporaryFolder([
      "old/services.yaml": yaml,
      "new/services.yaml": yaml.replacing("mailer: { type: PrintingMailer }", with: change),
    ])
    let recorder = Recorder()
    let command = PatchbayCommand(
      "app", catalog: .app,
      configuration: ConfigurationSource(path: folder.file("new/services.yaml")),
      variables: [:], output: recorder.output())
    _ = await command.run(["diff", "--against", folder.file("old")])
    let lines = recorder.result.replacing(folder.file("new"), with: "Config").split(separator: "\n")
    // Below what it is compared with.
    let found = lines.dropFirst().joined(separator: "\n") + "\n"
    let shown = try fencedBlocks("text", of: readme)[2]
    #expect(found == shown)
  }

  @Test func showsAnExplanation() async throws {
    let recorder = Recorder()
    let command = PatchbayCommand(
      "app", catalog: .app, configuration: source(yaml), variables: [:],
      output: recorder.output())
    _ = await command.run(["show", "mailer"])
    let shown = try fencedBlocks("text", of: readme)[3]
    let reported = try inReadme(recorder.result) + "\n"
    #expect(reported == shown)
  }

  /// The Swift that is shown is the Swift below, which compiles.
  @Test func showsSwiftThatCompiles() throws {
    let compiled = try lines.map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(try shownSwift.count > 20)
    for line in try shownSwift.map({ $0.trimmingCharacters(in: .whitespaces) })
    where line != "// …" {
      #expect(compiled.contains(line), "\(line)")
    }
  }

  /// The lines of this file.
  private var lines: [String] {
    get throws {
      try String(contentsOf: URL(filePath: #filePath), encoding: .utf8).components(
        separatedBy: "\n")
    }
  }

  private var shownSwift: [String] {
    get throws { try fencedBlocks("swift", of: readme)[0].components(separatedBy: "\n") }
  }

  /// Returns a text with the lines of this file replaced by the same lines of the README's file.
  private func inReadme(_ text: String) throws -> String {
    let lines = try lines.map { $0.trimmingCharacters(in: .whitespaces) }
    let shown = try shownSwift.map { $0.trimmingCharacters(in: .whitespaces) }
    return try text.replacing(/PatchbayCommandTests\/ReadmeTests.swift:(\d+)/) { match in
      let line = try #require(Int(match.1))
      let index = try #require(shown.firstIndex(of: lines[line - 1]))
      return "App/Services.swift:\(index + 1)"
    }
  }

  private func source(_ text: String) -> ConfigurationSource {
    .bytes(Array(text.utf8), name: "Config/services.yaml")
  }
}

/// The types of the README's program.
enum Readme {
  /// Where the printing mailer prints, so that a test can read it.
  @TaskLocal static var printer: @Sendable (String) -> Void = { print($0) }

  protocol Mailer: Sendable {
    func send(_ text: String, to address: String)
  }

  /// Sends mail through one SMTP server.
  @Provided(as: (any Mailer).self)
  struct SMTPMailer: Mailer {
    let host: String
    let from: String
    var port = 587

    func send(_ text: String, to address: String) {}
  }

  @Provided(as: (any Mailer).self)
  struct PrintingMailer: Mailer {
    func send(_ text: String, to address: String) { Readme.printer("to \(address): \(text)") }
  }

  @Provided
  struct SignUp {
    let mailer: any Mailer

    func register(_ address: String) { mailer.send("welcome!", to: address) }
  }
}

typealias Mailer = Readme.Mailer
typealias SMTPMailer = Readme.SMTPMailer
typealias PrintingMailer = Readme.PrintingMailer
typealias SignUp = Readme.SignUp

extension FactoryCatalog {
  static let app = FactoryCatalog("app") {
    SMTPMailer.self
    PrintingMailer.self
    SignUp.self
  }
}

extension ServiceKey where Service == SignUp { static let signUp: Self = "sign-up" }
extension Requests { static let program = Requests(.signUp) }
