import Foundation
import Patchbay
import PatchbayCommand
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
    let plan = try ServiceConfiguration(source(yaml)).plan(environment: "test", for: .app)
    try Readme.$printer.withValue({ printed.output().result($0) }) {
      try Container(plan).resolve(.signUp).register("ada@example.com")
    }
    let shown = try fencedBlocks("text", of: readme)[0]
    #expect(printed.result + "\n" == shown)
  }

  @Test func showsTheMessageOfAMisspelling() throws {
    let misspelt = yaml.replacingOccurrences(of: "SMTPMailer", with: "SMPTMailer")
    let error = #expect(throws: DiagnosticsError.self) {
      try ServiceConfiguration(source(misspelt)).plan(for: .app)
    }
    let reported = TerminalRenderer().render(try #require(error).diagnostics)
      .replacingOccurrences(of: "PatchbayCommandTests/", with: "App/")
    let shown = try fencedBlocks("text", of: readme)[1]
    #expect(reported + "\n" == shown)
  }

  @Test func showsAnExplanation() async throws {
    let recorder = Recorder()
    let command = PatchbayCommand(
      "app", catalog: .app, configuration: source(yaml), variables: [:],
      output: recorder.output())
    _ = await command.run(["show", "mailer"])
    let reported = recorder.result.replacingOccurrences(of: "PatchbayCommandTests/", with: "App/")
    let shown = try fencedBlocks("text", of: readme)[2]
    #expect(reported + "\n" == shown)
  }

  /// The Swift that is shown is the Swift below, which compiles.
  @Test func showsSwiftThatCompiles() throws {
    let shown = try fencedBlocks("swift", of: readme)[0].components(separatedBy: "\n")
      .prefix { !$0.hasPrefix("let configuration") }
    let compiled = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
      .components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(shown.count > 10)
    for line in shown.map({ $0.trimmingCharacters(in: .whitespaces) }) {
      #expect(compiled.contains(line), "\(line)")
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

  struct SMTPMailer: Mailer {
    let host: String
    let from: String
    let port: Int

    func send(_ text: String, to address: String) {}
  }

  struct PrintingMailer: Mailer {
    func send(_ text: String, to address: String) { Readme.printer("to \(address): \(text)") }
  }

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
  // As the README's reader has it: a file of its own.
  #sourceLocation(file:"App/Catalog.swift",line:4)
  static let app = FactoryCatalog("app") {
    Factory(
      "SMTPMailer", .value("host"), .value("from"), .value("port", default: 587),
      make: SMTPMailer.init(host:from:port:)
    )
    .provides((any Mailer).self) { $0 }
    Factory("PrintingMailer") { PrintingMailer() }
      .provides((any Mailer).self) { $0 }
    Factory("SignUp", .service("mailer"), make: SignUp.init(mailer:))
  }
  #sourceLocation()
}

extension ServiceKey where Service == SignUp { static let signUp: Self = "sign-up" }
