import Foundation
import Testing

@testable import Shortlinks

/// The program in a shell: with pipes that are closed, devices that are full, and a terminal.
@Suite struct ShellTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: ConfigurationTests.folder, to: folder.url.appending(path: "Config"))
  }

  /// Runs a script in which `$0` is the program.
  private func shell(
    _ script: String, variables: [String: String] = [:]
  ) throws -> ShortlinksProcess.Result {
    let shell = ShortlinksProcess(
      executable: URL(filePath: "/bin/sh"), folder: folder,
      variables: variables.merging(["PATH": "/usr/bin:/bin"]) { own, _ in own })
    return try shell.run("-c", script, ShortlinksProcess.program.path)
  }

  @Test func aClosedPipeIsNoError() throws {
    let piped = try shell("{ \"$0\" graph --environment test; echo \"code $?\" >&2; } | head -n 1")
    #expect(piped.output == "server: HTTPServer (root, starts)\n")
    #expect(piped.errors == "code 0\n")
    // The reader is gone before anything is written.
    let script = """
      mkfifo pipe
      (exec <pipe) &
      exec 3>pipe
      wait
      "$0" check >&3
      """
    for script in [script, script + " 2>&1"] {
      try? FileManager.default.removeItem(atPath: folder.path("pipe"))
      let closed = try shell(script)
      #expect(closed.status == 0 && closed.printed.isEmpty, "\(closed)")
    }
  }

  @Test(arguments: ["", "<&-"])
  func aResultThatCannotBeWrittenIsAnError(input: String) throws {
    let closed = try shell("\"$0\" check >&- \(input)")
    #expect(closed.status == 74)
    #expect(closed.errors == "error: the result could not be written: Bad file descriptor\n")
    #expect(try shell("\"$0\" check >&- 2>&- \(input)").status == 74)
    #if os(Linux)
      let full = try shell("\"$0\" check >/dev/full \(input)")
      #expect(full.status == 74)
      #expect(full.errors == "error: the result could not be written: No space left on device\n")
    #endif
  }

  @Test(arguments: ["2>&-", "2>/dev/null"])
  func errorsThatCannotBeWrittenChangeNothing(errors: String) throws {
    let check = try shell("\"$0\" check \(errors)")
    #expect(check.status == 0 && check.output.contains("production") && check.errors.isEmpty)
    #expect(try shell("\"$0\" chekc \(errors)").status == 64)
    #expect(try shell("\"$0\" serve --config none.yaml \(errors)").status == 78)
  }

  #if os(Linux)
    /// The first file that is opened would have the number of the closed one.
    @Test(arguments: [("serve", "1"), ("check", "2")])
    func noFileTakesThePlaceOfAClosedOutput(command: String, closed: String) throws {
      let result = try shell("\"$0\" \(command) --config /proc/self/fd/\(closed) \(closed)>&-")
      #expect(result.status == 78)
      #expect(result.printed.contains("it is a device"), "\(result)")
    }

    /// Runs a script on a terminal of 60 columns; what it shows.
    private func onTerminal(_ script: String, _ variables: [String: String] = [:]) throws -> String
    {
      try folder.write("stty cols 60\n" + script, to: "script.sh")
      let result = try shell(
        "SHELL=/bin/sh script -qec '. ./script.sh' /dev/null",
        variables: variables.merging([
          "TERM": variables["TERM"] ?? "xterm", "program": ShortlinksProcess.program.path,
        ]) { own, _ in own })
      return result.output.replacingOccurrences(of: "\r\n", with: "\n")
    }

    static let hasTerminal = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

    @Test(.enabled(if: hasTerminal)) func aTerminalGetsColorsAndItsWidth() throws {
      try folder.write(
        """
        services:
          server:
            type: HTPServer

        """, to: "broken.yaml")
      let check = "\"$program\" check --config broken.yaml"
      let colored = try onTerminal(check)
      #expect(colored.contains("\u{1B}[1;31merror[unknown-type]\u{1B}[0m"))
      let plain = try onTerminal(check + " --color never")
      #expect(!plain.contains("\u{1B}"))
      #expect(plain.split(separator: "\n").allSatisfy { $0.count <= 60 }, "\(plain)")
      #expect(try onTerminal(check, ["NO_COLOR": "1"]) == plain)
      #expect(try onTerminal(check, ["TERM": "dumb"]) == plain)
      #expect(try onTerminal(check + " --color always", ["NO_COLOR": "1"]) == colored)
      let wide = try onTerminal(check + " --color=never", ["COLUMNS": "1000"])
      #expect(wide != plain)
      // Without a terminal, nothing is broken.
      #expect(try shell("\"$0\" check --config broken.yaml").output == wide)
      #expect(try onTerminal(check + " | cat") == wide)
    }
  #endif
}
