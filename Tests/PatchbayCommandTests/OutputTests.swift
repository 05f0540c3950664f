import Foundation
import TestSupport
import Testing

@testable import PatchbayCommand

@Suite("The process's output")
struct OutputTests {
  @Test("has colours on a terminal, unless NO_COLOR or the terminal forbids them")
  func colors() throws {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(terminal >= 0)
    defer { close(terminal) }
    let cases: [([String: String], Bool)] = [
      ([:], true), (["NO_COLOR": ""], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false),
      (["TERM": "xterm"], true),
    ]
    for (variables, isColored) in cases {
      #expect(CommandOutput.wantsColors(terminal, variables) == isColored, "\(variables)")
    }
    let file = open("/dev/null", O_WRONLY)
    defer { close(file) }
    #expect(!CommandOutput.wantsColors(file, [:]))
  }

  /// A pipe of the system.
  private final class Pipe {
    private(set) var reader: CInt
    private(set) var writer: CInt

    init() throws {
      var ends: [CInt] = [-1, -1]
      try #require(pipe(&ends) == 0)
      (reader, writer) = (ends[0], ends[1])
    }

    deinit {
      closeReader()
      closeWriter()
    }

    func closeReader() {
      if reader >= 0 { close(reader) }
      reader = -1
    }

    func closeWriter() {
      if writer >= 0 { close(writer) }
      writer = -1
    }

    /// All that was written.
    func text() -> String {
      closeWriter()
      return String(decoding: Self.read(reader), as: UTF8.self)
    }

    static func read(_ descriptor: CInt) -> [UInt8] {
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 4096)
      while case let count = Foundation.read(descriptor, &chunk, chunk.count), count > 0 {
        bytes += chunk[..<count]
      }
      return bytes
    }
  }

  /// Each command that has a result, and the code that it ends with.
  static let commands: [([String], Int32)] = [
    (["help"], 0), (["check"], 0), (["show", "greeter", "--environment", "test"], 0),
    (["graph", "--environment", "test"], 0), (["greet", "--environment", "test"], 3),
  ]

  @Test("that takes no result ends the command with 74 and one line that says why")
  func unwritten() async throws {
    var refusing = [(open("/dev/null", O_RDONLY), "Bad file descriptor")]
    #if os(Linux)
      refusing.append((open("/dev/full", O_WRONLY), "No space left on device"))
    #endif
    for (descriptor, reason) in refusing {
      try #require(descriptor >= 0)
      defer { close(descriptor) }
      for (words, _) in Self.commands {
        let problems = try Pipe()
        let output = CommandOutput.descriptors(
          result: descriptor, problem: problems.writer, variables: [:])
        #expect(await greeter(output: output).run(words) == 74, "\(words)")
        #expect(problems.text() == "error: the result could not be written: \(reason)\n")
      }
    }
  }

  @Test("that a reader closes changes nothing, and no signal ends the process")
  func closedPipe() async throws {
    for (words, code) in Self.commands {
      let (results, problems) = (try Pipe(), try Pipe())
      results.closeReader()
      let output = CommandOutput.descriptors(
        result: results.writer, problem: problems.writer, variables: [:])
      #expect(await greeter(output: output).run(words) == code)
      #expect(problems.text() == "")
      var mask = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &mask)
      #expect(sigismember(&mask, SIGPIPE) == 0)
      sigpending(&mask)
      #expect(sigismember(&mask, SIGPIPE) == 0)
    }
    // The help of a bare name, too.
    let closed = try Pipe()
    closed.closeReader()
    let output = CommandOutput.descriptors(
      result: closed.writer, problem: closed.writer, variables: [:])
    #expect(await greeter(output: output).run([]) == 64)
  }

  @Test("that does not block gets all of a text that is longer than it holds")
  func slowReader() async throws {
    let results = try Pipe()
    let (reader, writer) = (results.reader, results.writer)
    try #require(fcntl(writer, F_SETFL, O_NONBLOCK) == 0)
    async let read = blocking { Pipe.read(reader) }
    let output = CommandOutput.descriptors(result: writer, problem: writer, variables: [:])
    let text = String(repeating: "0123456789", count: 100_000)
    await Task.detached { output.result(text) }.value
    results.closeWriter()
    #expect(await read == Array((text + "\n").utf8))
    #expect(output.failure() == nil)
  }
}
