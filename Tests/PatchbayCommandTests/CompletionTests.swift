import Foundation
import Patchbay
import PatchbayCommand
import TestSupport
import Testing

/// A program that lists names, and notes how it was called.
struct CompletedProgram {
  let folder: TemporaryFolder
  let shell: Tool

  /// Creates the program `greeter` and its script for a shell.
  init(_ shell: String) async throws {
    self.shell = try #require(Tool(shell), "needs \(shell): run Scripts/setup")
    folder = try TemporaryFolder([
      "services": "voice\nvoice.loud\n$(touch x)\n`touch x`\nit's \"x\"\n!x\na:b\n-dash\n*\n~\n",
      "tags": "polite\nhealth check\n", "types": "Greeter\n", "parameters": "http.port\n",
      "environments": "production\ntest\n", "file one.yaml": "",
      ".bashrc": "PS1='READY> '\n",
      ".zshrc": "PS1='READY> '; unsetopt prompt_cr prompt_sp; LISTMAX=0\n",
    ])
    try folder.write(
      """
      #!/bin/sh
      cd "$(dirname "$0")"
      for word in "$@"; do printf '<%s>' "$word" >>calls; done
      echo >>calls
      case "$*" in *broken*) echo mistakes >&2; exit 78 ;; esac
      [ "$1" = list ] || exit 64
      cat "$2"

      """, to: "greeter")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.file("greeter"))
    let outcome = await run("completion", shell)
    try #require(outcome.code == 0)
    try folder.write(outcome.result + "\n", to: "_greeter")
  }

  /// How the program was called, each time.
  var calls: [String] {
    let text = try? String(contentsOfFile: folder.file("calls"), encoding: .utf8)
    return text?.split(separator: "\n").map(String.init) ?? []
  }

  var isUntouched: Bool { !FileManager.default.fileExists(atPath: folder.file("x")) }

  /// Runs a script of bash with arguments.
  func call(_ script: String, _ words: [String]) throws -> Tool.Result {
    try shell.run(
      ["--norc", "--noprofile", "-c", script, "shell"] + words, variables: variables,
      in: folder.path)
  }

  /// Types each line on a terminal, when the shell is ready for it, and returns what is shown.
  func type(_ lines: [String], in shell: [String]) throws -> String {
    let python = try #require(Tool("python3"), "needs python3: run Scripts/setup")
    let result = try python.run(
      ["-c", Self.terminal] + shell, input: (lines + ["exit\n"]).joined(separator: "\u{0}"),
      variables: variables, in: folder.path)
    try #require(result.code == 0, "\(result.errors)")
    return result.text
  }

  private var variables: [String: String] {
    [
      "PATH": "\(folder.path):/usr/bin:/bin", "HOME": folder.path, "ZDOTDIR": folder.path,
      "LC_ALL": "C.UTF-8",
      "TERM": "dumb",
    ]
  }

  /// Runs a shell on a terminal of its own, and writes a line at each prompt.
  private static let terminal = """
    import os, pty, signal, sys
    # The process that runs the tests may block signals.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    lines = sys.stdin.buffer.read().split(b'\\0')
    process, terminal = pty.fork()
    if process == 0: os.execvp(sys.argv[1], sys.argv[1:])
    shown, position = b'', 0
    # A shell that waits for anything but the next line is ended, and what it shows is compared.
    signal.signal(signal.SIGALRM, lambda *_: os.kill(process, signal.SIGKILL))
    signal.alarm(60)
    while True:
        ready = shown.find(b'READY> ', position)
        if lines and ready >= 0:
            position = len(shown)
            os.write(terminal, lines.pop(0))
        try: part = os.read(terminal, 65536)
        except OSError: break
        if not part: break
        shown += part
    os.waitpid(process, 0)
    sys.stdout.buffer.write(shown)
    """
}

@Suite("completion")
struct CompletionTests {
  @Test("names the shells that there are")
  func shells() async {
    #expect(await run("completion").code == 64)
    #expect(await run("completion", "zhs").problem.contains("did you mean `zsh`?"))
    #expect(await run("completion", "fish").problem.contains("it is one of `bash` or `zsh`"))
    #expect(await run("completion", "bash", "--config", "x").code == 64)
  }

  @Test("quotes the texts of the program", arguments: ["bash", "zsh"])
  func hostileProgram(_ shell: String) async throws {
    let recorder = Recorder()
    let name = "a'b $(touch x)"
    let command = PatchbayCommand(
      name, catalog: .greetings, configuration: .inline(""), variables: [:],
      output: recorder.output(),
      subcommands: [
        Subcommand(
          "$(touch x)", summary: "`touch x`", arguments: ["KEY"],
          options: [
            CommandOption(
              "--'x", value: "$(touch x)", choices: ["$(touch x)", "it's", "a\nb"], summary: "")
          ]
        ) { _ in 0 }
      ])
    #expect(await command.run(["completion", shell]) == 0)
    let folder = try TemporaryFolder(["script": recorder.result + "\n"])
    let program = try #require(Tool(shell))
    let script =
      shell == "bash"
      ? """
      source ./script; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
      $(complete -p | sed 's/.*-F \\([^ ]*\\) .*/\\1/'); printf '%s\\n' "${COMPREPLY[@]}"
      """ : "compdef() { :; }; source ./script"
    let result = try program.run(
      [shell == "bash" ? "--norc" : "-f", "-c", script, "shell", name, ""], in: folder.path)
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.errors == "")
    #expect(!FileManager.default.fileExists(atPath: folder.file("x")))
  }
}

@Suite(
  "completion in bash",
  .enabled(if: Tool("bash") != nil || Tool.areDemanded, "needs bash"))
struct BashCompletionTests {
  private static let script = """
    source ./_greeter; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    __patchbay_greeter_complete; printf '%s\\n' "${COMPREPLY[@]}"
    """

  private func complete(_ program: CompletedProgram, _ words: String...) throws -> [String] {
    let result = try program.call(Self.script, ["greeter"] + words)
    #expect(result.code == 0)
    #expect(result.errors == "")
    #expect(program.isUntouched)
    return result.text.split(separator: "\n").map(String.init)
  }

  @Test("completes commands, options and their values")
  func words() async throws {
    let program = try await CompletedProgram("bash")
    #expect(
      try complete(program, "")
        == [
          "greet", "check", "env", "list", "show", "why", "graph", "config", "schema", "init",
          "completion", "help",
        ])
    #expect(try complete(program, "gr") == ["greet", "graph"])
    #expect(try complete(program, "--h") == ["--help"])
    #expect(try complete(program, "help", "wh") == ["why"])
    #expect(try complete(program, "completion", "") == ["bash", "zsh"])
    #expect(try complete(program, "graph", "--fo") == ["--format"])
    #expect(try complete(program, "graph", "--format", "m") == ["mermaid"])
    #expect(try complete(program, "graph", "--format", "=", "m") == ["mermaid"])
    #expect(try complete(program, "graph", "--format", "=") == ["tree", "dot", "mermaid", "json"])
    #expect(try complete(program, "graph", "--format=d") == ["--format=dot"])
    #expect(try complete(program, "graph", "--format", "dot", "--fo") == [])
    #expect(try complete(program, "graph", "--overlay", "a", "--ov") == ["--overlay"])
    #expect(try complete(program, "schema", "--en") == [])
    #expect(try complete(program, "nothing", "") == [])
    #expect(program.calls == [])
  }

  @Test("asks the program for names, and quotes them")
  func names() async throws {
    let program = try await CompletedProgram("bash")
    #expect(
      try complete(program, "why", "")
        == [
          "voice", "voice.loud", #"\$\(touch\ x\)"#, #"\`touch\ x\`"#, #"it\'s\ \"x\""#, #"\!x"#,
          "a:b", "-dash", #"\*"#, #"\~"#,
        ])
    #expect(program.calls == ["<list><services><--format><names>"])
    #expect(try complete(program, "why", "vo") == ["voice", "voice.loud"])
    #expect(try complete(program, "why", "\\$\\(to") == [#"\$\(touch\ x\)"#])
    #expect(try complete(program, "why", "'$(to") == ["$(touch x)"])
    #expect(try complete(program, "why", "\"$(to") == [#"\$(touch x)"#])
    #expect(try complete(program, "why", "\"!") == [])
    #expect(try complete(program, "why", "'it") == [])
    #expect(try complete(program, "why", "a", ":", "") == ["b"])
    #expect(try complete(program, "why", "a", ":") == ["b"])
    #expect(try complete(program, "why", "$(touch x)") == [#"\$\(touch\ x\)"#])
    #expect(try complete(program, "graph", "--environment", "p") == ["production"])
    #expect(try complete(program, "graph", "--environment=p") == ["--environment=production"])
    #expect(try complete(program, "why", "voice", "--qu") == ["--quiet"])
  }

  @Test("asks about the configuration that the line names")
  func options() async throws {
    let program = try await CompletedProgram("bash")
    _ = try complete(
      program, "why", "--config", "my\\ file.yaml", "--overlay", "=", "'a b'", "--environment",
      "test", "--overlay=$(touch x)", "--quiet", "v")
    #expect(
      program.calls == [
        "<list><services><--format><names><--config><my file.yaml><--overlay><a b>"
          + "<--overlay><$(touch x)><--environment><test>"
      ])
    _ = try complete(program, "env", "--environment", "test", "--environment", "")
    #expect(program.calls.last == "<list><environments><--format><names>")
    _ = try complete(program, "why", "--config", "~/c.yaml", "v")
    #expect(
      program.calls.last
        == "<list><services><--format><names><--config><\(program.folder.path)/c.yaml>")
  }

  @Test("completes commands silently where the configuration has mistakes")
  func broken() async throws {
    let program = try await CompletedProgram("bash")
    #expect(try complete(program, "why", "--config", "broken", "") == [])
    #expect(try complete(program, "why", "--config", "broken", "--for") == ["--format"])
    #expect(try complete(program, "wh") == ["why"])
  }

  @Test("works on a terminal, with files")
  func terminal() async throws {
    let program = try await CompletedProgram("bash")
    let shown = try program.type(
      [
        "source ./_greeter\n", "greeter why \\$\t\n", "greeter why '$(\t\n",
        "greeter why \"$(\t\n", "greeter graph --environment=pr\t\n", "greeter init fi\t\n",
        "greeter graph --config=fi\t\n", "greeter why a:\t\n", "./greeter wh\tvoice.\t\n",
      ], in: ["bash", "--noprofile", "--rcfile", ".bashrc", "-i"])
    #expect(program.isUntouched)
    let calls = program.calls.filter { !$0.hasPrefix("<list>") }
    #expect(
      calls == [
        "<why><$(touch x)>", "<why><$(touch x)>", "<why><$(touch x)>",
        "<graph><--environment=production>", "<init><file one.yaml>",
        "<graph><--config=file one.yaml>", "<why><a:b>", "<why><voice.loud>",
      ], "\(shown)")
  }
}

@Suite(
  "completion in zsh",
  .enabled(
    if: Tool("zsh") != nil || Tool.areDemanded, "needs zsh: run Scripts/setup"))
struct ZshCompletionTests {
  private static let lines = [
    "greeter why \\$\t\n", "greeter why '$(\t\n", "greeter why \"it\t\n",
    "greeter graph --environment=pr\t\n", "greeter init fi\t\n", "greeter graph --config=fi\t\n",
    "greeter why a\t\n", "./greeter wh\tvoice.\t\n", "greeter why -- -\t\n",
    "greeter why --config broken vo\t\n", "greeter why --config broken --qu\t\n",
    "greeter env --environment te\t--over\tfi\t\n",
  ]
  private static let calls = [
    "<why><$(touch x)>", "<why><$(touch x)>", "<why><it's \"x\">",
    "<graph><--environment=production>", "<init><file one.yaml>",
    "<graph><--config=file one.yaml>", "<why><a:b>", "<why><voice.loud>",
    "<why><--><-dash>", "<why><--config><broken><vo>",
    "<why><--config><broken><--quiet>",
    "<env><--environment><test><--overlay><file one.yaml>",
  ]

  @Test(
    "works sourced, and loaded by compinit",
    arguments: [
      ["autoload -Uz compinit && compinit -u\n", "source ./_greeter\n"],
      ["source ./_greeter\n"],
      ["fpath=($PWD $fpath); autoload -Uz compinit && compinit -u\n"],
    ])
  func terminal(_ setup: [String]) async throws {
    let program = try await CompletedProgram("zsh")
    let shown = try program.type(
      setup + Self.lines, in: ["zsh", "-d", "-i"])
    #expect(program.isUntouched)
    let calls = program.calls.filter { !$0.hasPrefix("<list>") }
    #expect(calls == Self.calls, "\(shown)")
    #expect(
      program.calls.contains("<list><services><--format><names><--config><broken>"), "\(shown)")
  }
}
