import Foundation
import Patchbay
import PatchbayCommand
import TestSupport
import Testing

/// Runs a program with a command whose argument is one of some hostile words.
private func complete(_ words: [String], services: String = Texts.services) async -> Outcome {
  let recorder = Recorder()
  let hostile = ["$(touch x)", "`touch x`", "it's \"x\"", "!x", "a:b", "-dash", "*", "~", "a\nb"]
  let command = PatchbayCommand(
    "greeter", catalog: .greetings,
    configuration: .bytes(Array(services.utf8), name: "Config/services.yaml"),
    variables: ["HOME": "/nowhere/me"], output: recorder.output(),
    subcommands: [
      Subcommand(
        "say", summary: "Says a word.",
        arguments: [CommandArgument(.choice("WORD", of: hostile), summary: "the word")]
      ) { _ in 0 }
    ])
  let code = await command.run(words)
  return Outcome(code: code, result: recorder.result, problem: recorder.problem)
}

/// A program of the machine's own that has the answers of the program, and notes how it was called.
struct CompletedProgram {
  let folder: TemporaryFolder

  /// Creates the program `greeter` and its script for a shell, with the answers for words of lines.
  init(_ shell: String, answering lines: [[String]]) async throws {
    folder = try TemporaryFolder([
      "file one.yaml": "", ".bashrc": "PS1='READY> '\n",
      ".zshrc": "PS1='READY> '; unsetopt prompt_cr prompt_sp; LISTMAX=0\n",
    ])
    var script = """
      #!/bin/sh
      cd "$(dirname "$0")"
      for word in "$@"; do printf '<%s>' "$word" >>calls; done
      echo >>calls

      """
    for (index, words) in lines.enumerated() {
      let call = ["__complete", shell] + words
      let outcome = await complete(call)
      try #require(outcome.code == 0)
      try folder.write(outcome.result + "\n", to: "answer\(index)")
      let quoted = call.joined(separator: " ").replacing("'", with: #"'\''"#)
      script += "[ \"$*\" = '\(quoted)' ] && exec cat answer\(index)\n"
    }
    try folder.write(script, to: "greeter")
    try folder.makeProgram("greeter")
    try folder.write(await complete(["completion", shell]).result + "\n", to: "_greeter")
  }

  /// The lines that were run, without the questions of the shell.
  var calls: [String] {
    let text = try? String(contentsOfFile: folder.file("calls"), encoding: .utf8)
    return text?.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("<__complete>") }
      ?? []
  }

  var isUntouched: Bool { !FileManager.default.fileExists(atPath: folder.file("x")) }

  /// Types each line on a terminal, when the shell is ready for it, and returns what is shown.
  func type(_ lines: [String], in shell: [String]) throws -> String {
    let python = try #require(Tool("python3"), "needs python3: run Scripts/setup")
    let result = try python.run(
      ["-c", Self.terminal] + shell, input: (lines + ["exit\n"]).joined(separator: "\u{0}"),
      variables: [
        "PATH": "\(folder.path):/usr/bin:/bin", "HOME": folder.path, "ZDOTDIR": folder.path,
        "LC_ALL": "C.UTF-8", "TERM": "dumb",
      ], in: folder.path)
    try #require(result.code == 0, "\(result.errors)")
    return result.text
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
  /// Returns the words of the answer for bash, which has split a line into words.
  private func bash(_ words: String..., services: String = Texts.services) async -> [String] {
    let outcome = await complete(["__complete", "bash"] + words, services: services)
    #expect(outcome.code == 0)
    let lines = outcome.result.split(separator: "\n").map(String.init)
    #expect(lines.first == "words")
    return Array(lines.dropFirst())
  }

  @Test("names the shells that there are")
  func shells() async {
    #expect(await run("completion").code == 64)
    #expect(await run("completion", "zhs").problem.contains("did you mean `zsh`?"))
    #expect(await run("completion", "fish").problem.contains("it is one of `bash` or `zsh`"))
    #expect(await run("completion", "bash", "--config", "x").code == 64)
  }

  @Test("proposes commands, options and their values")
  func words() async {
    #expect(
      await bash("")
        == ["say"] + Subcommand.builtIn.map(\.name) + ["help"])
    #expect(await bash() == bash(""))
    #expect(await bash("c") == ["check", "config", "completion"])
    #expect(await bash("--h") == ["--help"])
    #expect(await bash("help", "wh") == ["why"])
    #expect(await bash("completion", "") == ["bash", "zsh"])
    #expect(await bash("graph", "--fo") == ["--format"])
    #expect(await bash("graph", "--format", "m") == ["mermaid"])
    #expect(await bash("graph", "--format", "=", "m") == ["mermaid"])
    #expect(await bash("graph", "--format", "=") == ["tree", "dot", "mermaid", "json", "text"])
    #expect(await bash("graph", "--format=d") == ["--format=dot"])
    #expect(await bash("graph", "--format", "dot", "--fo") == [])
    #expect(await bash("graph", "--overlay", "a", "--ov") == ["--overlay"])
    #expect(await bash("graph", "voice", "--qu") == ["--quiet"])
    #expect(await bash("why", "voice", "voice", "--q") == ["--quiet"])
    #expect(await bash("schema", "--en") == [])
    #expect(await bash("graph", "--wrong", "") == [])
    #expect(await bash("nothing", "") == [])
  }

  @Test("proposes the names of a configuration, by what a word is")
  func names() async {
    let keys = ["voice", "voice.loud", "greeter", "hello"]
    #expect(await bash("why", "") == keys)
    #expect(await bash("why", "voice", "vo") == ["voice", "voice.loud"])
    #expect(await bash("list", "--tag=po") == ["--tag=polite"])
    #expect(await bash("list", "--tag", "") == ["polite"])
    #expect(await bash("list", "--type", "") == ["Greeter", "Loud", "Plain", "Voice"])
    #expect(await bash("list", "t") == ["tags", "types"])
    #expect(
      await bash("show", "")
        == keys + ["name", "token", "polite", "Greeter", "Loud", "Plain", "Voice"])
    #expect(await bash("graph", "--environment", "q") == ["quiet"])
    #expect(await bash("graph", "--environment", "=", "q") == ["quiet"])
    #expect(await bash("env", "--environment", "test", "--environment", "q") == ["quiet"])
    #expect(await bash("why", "--environment", "quiet", "v") == ["voice"])
  }

  @Test("reads and writes words as bash does, and evaluates none")
  func quotes() async {
    #expect(
      await bash("say", "")
        == [
          #"\$\(touch\ x\)"#, #"\`touch\ x\`"#, #"it\'s\ \"x\""#, #"\!x"#, "a:b", "-dash", #"\*"#,
          #"\~"#,
        ])
    #expect(await bash("say", "\\$\\(to") == [#"\$\(touch\ x\)"#])
    #expect(await bash("say", "$(touch x)") == [#"\$\(touch\ x\)"#])
    #expect(await bash("say", "'$(to") == ["$(touch x)"])
    #expect(await bash("say", "\"$(to") == [#"\$(touch x)"#])
    #expect(await bash("say", "$'(to") == [])
    #expect(await bash("say", "\"!") == [])
    #expect(await bash("say", "'it") == [])
    #expect(await bash("say", "a", ":") == ["b"])
    #expect(await bash("say", "a", ":", "") == ["b"])
    // A shell filters the words itself where it knows how to write them.
    let outcome = await complete(["__complete", "zsh", "say", "it"])
    #expect(outcome.result.split(separator: "\n").contains("it's \"x\""))
  }

  @Test("asks about the configuration that the line names")
  func options() async throws {
    let folder = try TemporaryFolder([
      "my file.yaml":
        "services: { one: { type: Plain } }\nenvironments: { other: { services: {} } }\n",
      "a:b.yaml": "services: { two: { type: Plain } }\n",
    ])
    let path = folder.path
    #expect(await bash("why", "--config", "'\(path)/my file.yaml'", "") == ["one"])
    #expect(
      await bash(
        "why", "--config", "\(path)/my\\ file.yaml", "--overlay", "=", "\(path)/a", ":", "b.yaml",
        "--environment", "other", "--quiet", "") == ["one", "two"])
    #expect(
      await bash("why", "--config", "\"\(path)/my file.yaml\"", "--environment", "") == ["other"])
    // No file is there, and nothing else is read in its place.
    #expect(await bash("why", "--config", "~/my\\ file.yaml", "") == [])
  }

  @Test("proposes files where one is named")
  func files() async {
    for words in [
      ["check", "--overlay", "fi"], ["graph", "--config", "=", "fi"], ["check", "--overlays", ""],
    ] {
      #expect(await complete(["__complete", "bash"] + words).result == "files")
    }
  }

  @Test("proposes silently what does not depend on a configuration with mistakes")
  func broken() async {
    let broken = "services: { a: { type: Nothing } }\nenvironments: { test: { services: {} } }\n"
    #expect(await bash("why", "", services: broken) == [])
    #expect(await bash("why", "--for", services: broken) == ["--format"])
    #expect(await bash("why", "--environment", "", services: broken) == ["test"])
    #expect(await bash("show", "Gr", services: broken) == ["Greeter"])
    #expect(await bash("why", "--environment", "", services: "services: [") == [])
  }

  @Test("quotes the name of the program", arguments: ["bash", "zsh"])
  func hostileProgram(_ shell: String) async throws {
    let recorder = Recorder()
    let name = "a'b $(touch x)"
    let command = PatchbayCommand(
      name, catalog: .greetings, configuration: .inline(""), variables: [:],
      output: recorder.output())
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
  @Test("works on a terminal, with names and files")
  func terminal() async throws {
    let program = try await CompletedProgram(
      "bash",
      answering: [
        ["say", "\\$"], ["say", "'$("], ["say", "\"$("], ["graph", "--environment", "=", "qu"],
        ["check", "--overlay", "fi"], ["graph", "--config", "=", "fi"], ["say", "a", ":"], ["wh"],
        ["why", "voice."],
      ])
    let shown = try program.type(
      [
        "source ./_greeter\n", "greeter say \\$\t\n", "greeter say '$(\t\n",
        "greeter say \"$(\t\n", "greeter graph --environment=qu\t\n",
        "greeter check --overlay fi\t\n",
        "greeter graph --config=fi\t\n", "greeter say a:\t\n", "./greeter wh\tvoice.\t\n",
        "~/greeter wh\t\n",
      ], in: ["bash", "--noprofile", "--rcfile", ".bashrc", "-i"])
    #expect(program.isUntouched)
    #expect(
      program.calls == [
        "<say><$(touch x)>", "<say><$(touch x)>", "<say><$(touch x)>",
        "<graph><--environment=quiet>", "<check><--overlay><file one.yaml>",
        "<graph><--config=file one.yaml>", "<say><a:b>", "<why><voice.loud>", "<why>",
      ], "\(shown)")
  }
}

@Suite(
  "completion in zsh",
  .enabled(
    if: Tool("zsh") != nil || Tool.areDemanded, "needs zsh: run Scripts/setup"))
struct ZshCompletionTests {
  private static let asked = [
    ["say", "\\$"], ["say", "$("], ["say", "it"], ["graph", "--environment=qu"],
    ["check", "--overlay", "fi"],
    ["graph", "--config=fi"], ["say", "a"], ["wh"], ["why", "voice."], ["say", "--", "-"],
    ["why", "--config", "broken", "--qu"], ["env", "--environment", "te"],
    ["env", "--environment", "test", "--over"],
    ["env", "--environment", "test", "--overlay", "fi"],
  ]
  private static let lines = [
    "greeter say \\$\t\n", "greeter say '$(\t\n", "greeter say \"it\t\n",
    "greeter graph --environment=qu\t\n", "greeter check --overlay fi\t\n",
    "greeter graph --config=fi\t\n",
    "greeter say a\t\n", "./greeter wh\tvoice.\t\n", "greeter say -- -\t\n",
    "greeter why --config broken --qu\t\n", "greeter env --environment te\t--over\tfi\t\n",
  ]
  private static let calls = [
    "<say><$(touch x)>", "<say><$(touch x)>", "<say><it's \"x\">",
    "<graph><--environment=quiet>", "<check><--overlay><file one.yaml>",
    "<graph><--config=file one.yaml>",
    "<say><a:b>", "<why><voice.loud>", "<say><--><-dash>", "<why><--config><broken><--quiet>",
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
    let program = try await CompletedProgram("zsh", answering: Self.asked)
    let shown = try program.type(setup + Self.lines, in: ["zsh", "-d", "-i"])
    #expect(program.isUntouched)
    #expect(program.calls == Self.calls, "\(shown)")
  }
}
