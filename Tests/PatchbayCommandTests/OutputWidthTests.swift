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
    "puts what does not fit into a table, a tree or a line below it",
    arguments: [
      (
        ["list"], "60",
        """
        service     type     tags    notes
        voice       Plain
            defined at Config/services.yaml:5:3
        voice.loud  Loud             decorates voice
            defined at Config/services.yaml:6:3
        greeter     Greeter  polite  also hello
            defined at Config/services.yaml:10:3
        """
      ),
      (
        ["list"], "40",
        """
        service     type     tags
        voice       Plain
            defined at Config/services.yaml:5:3
        voice.loud  Loud
            notes: decorates voice
            defined at Config/services.yaml:6:3
        greeter     Greeter  polite
            notes: also hello
            defined at Config/services.yaml:10:3
        """
      ),
      (
        ["env", "--environment", "quiet"], "60",
        """
        variable   default   type
        USER_NAME  `nobody`  text
            the argument `name` of `greeter`
                (Config/services.yaml:24:47)
        """
      ),
      (
        ["why", "voice"], "60",
        """
        greeter: Greeter
          voice → voice.loud: Loud, Config/services.yaml:15:14
            inner → voice: Plain, Config/services.yaml:9:25
        """
      ),
      (
        ["why", "voice"], "50",
        """
        greeter: Greeter
          voice → voice.loud: Loud
              Config/services.yaml:15:14
            inner → voice: Plain
                Config/services.yaml:9:25
        """
      ),
      (
        ["graph"], "40",
        """
        greeter: Greeter (also hello)
          voice → voice.loud: Loud
              (decorates voice)
            inner → voice: Plain
        """
      ),
      (
        ["show", "Greeter"], "60",
        """
        Greeter: a type of the catalog `greetings`
          factory: Greeter(voice: any Voice, name: String,
              token: String = …, times: Int = 1)
            declared at App/Catalog.swift:6
          provides: Greeter
          services:
            greeter, Config/services.yaml:10:3
        """
      ),
      (
        ["show", "voice.loud"], "50",
        """
        voice.loud: Loud
          defined at Config/services.yaml:6:3
          type set at Config/services.yaml:7:11
          factory: Loud(inner: any Voice)
            declared at App/Catalog.swift:5
          decorates: voice
            Config/services.yaml:8:16
          arguments:
            inner: !inner
              Config/services.yaml:9:25
          needed by:
            greeter: Greeter, as voice
                Config/services.yaml:15:14
        """
      ),
      (
        ["diff", "--from", "quiet", "--to", "test"], "90",
        """
        quiet → test: 1 added, 3 values changed
        + voice.loud     Loud, decorates voice             Config/services.yaml:6:3
        ~ voice ending   not set → ?                       Config/services.yaml:27:50
        ~ greeter name  $(env:USER_NAME:-nobody) → world
            Config/services.yaml:2:9 (was Config/services.yaml:24:47)
        ~ greeter times  1 → 2
            Config/services.yaml:18:14 (was Config/services.yaml:24:38)
        no longer read: USER_NAME
        """
      ),
      (
        ["diff", "--from", "quiet", "--to", "test"], "70",
        """
        quiet → test: 1 added, 3 values changed
        + voice.loud  Loud, decorates voice
            Config/services.yaml:6:3
        ~ voice ending  not set → ?
            Config/services.yaml:27:50
        ~ greeter name  $(env:USER_NAME:-nobody) → world
            Config/services.yaml:2:9 (was Config/services.yaml:24:47)
        ~ greeter times  1 → 2
            Config/services.yaml:18:14 (was Config/services.yaml:24:38)
        no longer read: USER_NAME
        """
      ),
      (
        ["diff", "--from", "quiet", "--to", "test"], "40",
        """
        quiet → test: 1 added, 3 values changed
        + voice.loud  Loud, decorates voice
            Config/services.yaml:6:3
        ~ voice ending  not set → ?
            Config/services.yaml:27:50
        ~ greeter name
            $(env:USER_NAME:-nobody)
            → world
            Config/services.yaml:2:9
            (was Config/services.yaml:24:47)
        ~ greeter times  1 → 2
            Config/services.yaml:18:14
            (was Config/services.yaml:24:38)
        no longer read: USER_NAME
        """
      ),
    ])
  func tables(_ words: [String], _ columns: String, _ text: String) async throws {
    let found = try await run(words + ["--quiet"], columns)
    #expect(found == text + "\n")
  }

  @Test("breaks the sentence of a diff between its parts, and its lists behind commas")
  func sentences() async throws {
    let greeters = (1...4).map {
      "  greeter-\($0): { type: Greeter, arguments: { voice: !ref voice, name: x } }\n"
    }
    let services = """
      services:
        voice: { type: Plain }
      \(greeters.joined())environments:
        a: { services: { voice: { arguments: { ending: $(env:A) } } } }
        b: { services: { voice: { arguments: { ending: $(env:B) } } } }

      """
    #expect(
      try await run(["diff", "--from", "a", "--to", "b", "--quiet"], "50", services: services)
        == """
        a → b: 1 value changed · 4 services reached ·
            1 variable must be set
        ~ voice ending  $(env:A) → $(env:B)
            Config/services.yaml:9:50
        must be set: B
        no longer read: A
        reached: greeter-1 (voice), greeter-2 (voice),
            greeter-3 (voice), greeter-4 (voice)

        """)
  }

  @Test("breaks a note, and a message under any code at the same column")
  func notes() async throws {
    #expect(
      try await run(["list", "types", "--env-file", "x", "--format", "names"], "60").hasPrefix(
        """
        note: `list` ignores `--env-file`, which is for the
              program's own commands; `greeter check --variables x`
              checks with its variables

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
      ["diff", "--from", "quiet", "--to", "test", "--format", "markdown"],
    ] {
      #expect(try await run(words, "40") == run(words, nil), "\(words)")
    }
  }
}

extension StringProtocol {
  fileprivate var words: [SubSequence] { split { $0 == " " || $0 == "\n" } }
}
