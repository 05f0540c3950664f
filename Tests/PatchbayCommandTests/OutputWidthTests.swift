import Foundation
import Testing

@testable import PatchbayCommand

@Suite("The width of the output")
struct OutputWidthTests {
  @Test("is that of the terminal, unless COLUMNS names one that makes sense")
  func width() throws {
    let file = open("/dev/null", O_WRONLY)
    defer { close(file) }
    let (wide, narrow, unknown) = (
      try Terminal(columns: 132), try Terminal(columns: 7), try Terminal()
    )
    let cases: [(String?, terminal: Int?, narrow: Int?, unknown: Int?)] = [
      (nil, 132, 40, nil), ("", 132, 40, nil), ("100", 100, 100, 100), ("40", 40, 40, 40),
      ("3", 40, 40, 40), ("0", 132, 40, nil), ("-1", 132, 40, nil), ("abc", 132, 40, nil),
      ("80x", 132, 40, nil), ("99999999999999999999", 132, 40, nil),
    ]
    for (columns, terminal, small, other) in cases {
      let variables = columns.map { ["COLUMNS": $0] } ?? [:]
      #expect(TerminalWidth.of(wide.slave, variables) == terminal, "\(columns ?? "nil")")
      #expect(TerminalWidth.of(narrow.slave, variables) == small, "\(columns ?? "nil")")
      #expect(TerminalWidth.of(unknown.slave, variables) == other, "\(columns ?? "nil")")
      #expect(TerminalWidth.of(file, variables) == other, "\(columns ?? "nil")")
      #expect(TerminalWidth.of(-1, variables) == other, "\(columns ?? "nil")")
    }
    #expect(TerminalWidth.of(file, ["COLUMNS": "\(Int.max)"]) == Int.max)
  }

  private func run(
    _ words: [String], _ columns: String?, services: String = Texts.services
  ) async throws -> String {
    let folder = try FileDescriptors()
    let output = CommandOutput.descriptors(
      result: folder.result, problem: folder.problem,
      variables: columns.map { ["COLUMNS": $0] } ?? [:])
    _ = await greeter(services: services, output: output).run(words)
    return try folder.text()
  }

  /// A file for results and errors.
  private final class FileDescriptors {
    private let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let result: CInt
    var problem: CInt { result }

    init() throws {
      result = open(file.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
      try #require(result >= 0)
    }

    deinit {
      close(result)
      try? FileManager.default.removeItem(at: file)
    }

    func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }
  }

  @Test("breaks help texts and reports at words")
  func texts() async throws {
    let broken = "services:\n  greeter: { type: Greter, scope: request }\n"
    let all = [
      ["help"], ["help", "check"], ["help", "greet"], [], ["check"], ["greet"],
      ["check", "--format", "xml"],
    ]
    for words in all {
      let whole = try await run(words, nil, services: broken)
      #expect(try await run(words, "x", services: broken) == whole)
      #expect(try await run(words, "1000", services: broken) == whole)
      for columns in [40, 60, 72] {
        let text = try await run(words, "\(columns)", services: broken)
        #expect(text != whole, "\(words)")
        // At 40 columns, the source lines are cut, too.
        #expect(columns == 40 || text.words == whole.words, "\(words)")
        for line in text.split(separator: "\n") where line.count > columns {
          // A line that a fix changes and a call are code, and the name of an option may be longer.
          let isCode =
            ["    - ", "    + "].contains(line.prefix(6)) || line.hasPrefix("  greeter ")
          #expect(isCode || line.words.count < 4, "\(columns): \(line)")
        }
      }
    }
  }

  @Test(
    "leaves tables, trees and descriptions as they are: the terminal breaks long lines",
    arguments: [
      ["list"], ["env", "--environment", "quiet"], ["why", "voice"], ["graph"],
      ["show", "Greeter"], ["show", "voice.loud"], ["config", "--origins"],
      ["diff", "--from", "quiet", "--to", "test"],
    ])
  func tables(_ words: [String]) async throws {
    let words = words + ["--quiet"]
    #expect(try await run(words, "40") == run(words, nil))
  }

  @Test("breaks a note, and a message under any code at the same column")
  func notes() async throws {
    #expect(
      try await run(["check", "--env-file", "x"], "60").hasPrefix(
        """
        note: `check` ignores `--env-file`, which is for commands
              that apply to one environment

        """))
    for services in [
      "services: { voice: { type: Greeter, arguments: { voice: !ref x } } }\n",
      "services: { voice: { type: Plain, arguments: { ending: [a long list of words] } } }\n",
    ] {
      let text = try await run(["check"], "40", services: services)
      let lines = text.split(separator: "\n")
      #expect(lines[0].hasPrefix("error["))
      #expect(lines[1].hasPrefix("    ") && !lines[1].hasPrefix("     "), "\(text)")
    }
  }

  @Test("changes nothing for programs")
  func formats() async throws {
    let broken = "services:\n  greeter: { type: Greter, scope: request }\n"
    for format in ["line", "json", "sarif", "github"] {
      let words = ["check", "--format", format]
      let whole = try await run(words, nil, services: broken)
      #expect(try await run(words, "40", services: broken) == whole, "\(format)")
    }
    for words in [
      ["env", "--format", "json"], ["env", "--format", "dotenv"],
      ["graph", "--format", "dot"], ["list", "--format", "names"], ["config"],
      ["diff", "--from", "quiet", "--to", "test", "--format", "json"],
    ] {
      #expect(try await run(words, "40") == run(words, nil), "\(words)")
    }
  }
}

extension StringProtocol {
  fileprivate var words: [SubSequence] { split { $0 == " " || $0 == "\n" } }
}
