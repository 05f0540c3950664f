import Foundation
import Patchbay
import PatchbayCommand
import TestSupport
import Testing

/// An article of the documentation with commands of the program `app`, and their outputs.
struct CommandArticle {
  private let url: URL
  let text: String

  init(_ name: String) throws {
    url = Project.folder.appending(path: "Sources/Patchbay/Patchbay.docc/\(name).md")
    text = try String(contentsOf: url, encoding: .utf8)
  }

  /// Returns the fenced blocks of a language.
  func blocks(_ language: String) throws -> [String] {
    try fencedBlocks(language, of: text.components(separatedBy: "\n"))
  }

  /// The blocks that begin with a comment with the path of a file, by that path.
  var files: [String: String] {
    get throws {
      let blocks = try blocks("yaml") + blocks("shell")
      return Dictionary(
        blocks.compactMap { block in
          guard block.hasPrefix("# ") else { return nil }
          return (block.prefix { $0 != "\n" }.dropFirst(2).description, block)
        }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Returns the words in code spans that begin the rows of the table below a line.
  func table(after line: String) throws -> [String] {
    let rest = try #require(text.components(separatedBy: "\n\(line)\n\n| ").dropFirst().first)
    return rest.components(separatedBy: "\n\n")[0]
      .split(separator: "\n").compactMap { $0.firstMatch(of: /^\| `([^`]+)`/).map { String($0.1) } }
  }

  /// Runs the commands of each block in a folder with the files, and compares what they write with
  /// what the article shows, or writes that if `PATCHBAY_WRITE` is set.
  func checkOutputs(
    with files: [String: String], catalog: FactoryCatalog = .articles,
    subcommands: [Subcommand] = [], codes: Set<Int32> = [0, 78]
  ) async throws {
    let folder = try TemporaryFolder(files)
    var written = text
    for block in try blocks("console") {
      var result = ""
      for line in block.split(separator: "\n") where line.hasPrefix("$ ") {
        let call = AppCall(line.dropFirst(2))
        try #require(call.program == "app", "\(line)")
        let outcome = await call.run(in: folder, catalog: catalog, subcommands: subcommands)
        #expect(codes.contains(outcome.code), "\(line): \(outcome.problem)")
        result += "\(line)\n"
        if call.hasRedirection { continue }
        for text in [outcome.result, outcome.problem] where !text.isEmpty { result += "\(text)\n" }
      }
      written = written.replacing("```console\n\(block)```", with: "```console\n\(result)```")
    }
    if ProcessInfo.processInfo.environment["PATCHBAY_WRITE"] != nil {
      try written.write(to: url, atomically: true, encoding: .utf8)
    } else {
      #expect(text == written)
    }
  }
}

/// A line of a shell that calls a program.
struct AppCall {
  let program: String
  let words: [String]
  /// Whether the output does not go to the terminal.
  let hasRedirection: Bool

  /// Reads a line, up to a redirection, a pipe or the next command.
  init(_ line: some StringProtocol) {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in "\(line) " {
      if character == "'" {
        isQuoted.toggle()
        word = word ?? ""
      } else if character == " ", !isQuoted {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    let end = words.firstIndex { $0.hasPrefix(">") || $0.hasPrefix("|") || $0.hasPrefix("&") }
    hasRedirection = end != nil
    program = words.first.map { String($0.split(separator: "/").last ?? "") } ?? ""
    self.words = Array(words[..<(end ?? words.count)].dropFirst())
  }

  /// Runs the command, with the folder as the working folder of its paths.
  func run(
    in folder: TemporaryFolder, catalog: FactoryCatalog = .articles,
    subcommands: [Subcommand] = []
  ) async -> Outcome {
    let recorder = Recorder(seesSelection: true)
    let command = PatchbayCommand(
      "app", catalog: catalog,
      configuration: ConfigurationSource(path: folder.file("Config/services.yaml")),
      variables: [:], output: recorder.output(), subcommands: subcommands)
    // A test cannot change the working folder of the process.
    let paths = words.map { word in
      let isPath = ["Tests/", "Config/overlays/"].contains { word.hasPrefix($0) }
      return isPath || word.hasSuffix(".env") ? folder.file(word) : word
    }
    let code = await command.run(paths)
    return Outcome(
      code: code, result: shown(recorder.result, folder), problem: shown(recorder.problem, folder))
  }

  /// Returns an output with the paths and the module that a program has.
  private func shown(_ output: String, _ folder: TemporaryFolder) -> String {
    output.replacing(folder.path + "/", with: "")
      .replacing("PatchbayCommandTests/Catalog.swift", with: "App/Catalog.swift")
  }
}

extension FactoryCatalog {
  private struct Users {}
  private struct Mailer {}
  private struct Server {
    var users: Users
    var mailer: Mailer
    var port: Int
  }

  // As in a program: a file of its own.
  #sourceLocation(file:"App/Catalog.swift",line:4)
  /// The types of the program whose commands the articles show.
  fileprivate static let articles = FactoryCatalog("app") {
    Factory("PostgresUserStore", .value("url"), .value("connections")) {
      (url: String, connections: Int) in Users()
    }
    Factory("MemoryUserStore") { Users() }
    Factory("SMTPMailer", .value("host"), .value("password")) {
      (host: String, password: String) in Mailer()
    }.summary("Sends mail through one SMTP server.")
    Factory("PrintingMailer") { Mailer() }.summary("Prints mail instead of sending it.")
    Factory("FailingMailer") { Mailer() }
    Factory(
      "Server", .service("users"), .service("mailer"), .value("port"),
      make: Server.init(users:mailer:port:))
  }
  #sourceLocation()
}
