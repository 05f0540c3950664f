import PatchbayDiagnostics

extension Subcommand {
  /// `completion SHELL`: a script that completes the program's command line.
  static let completion = Subcommand(
    "completion",
    summary: "Prints a script that completes the command line in bash or zsh.",
    details: """
      SHELL is bash or zsh. The script completes commands, options, their values and files, and asks
      the program for the keys, parameters, tags, types and environments of the configuration that
      the line names with --config, --overlay and --environment. What the program does not know of a
      configuration with mistakes is not completed.

      In bash, `source <(PROGRAM completion bash)` belongs in `.bashrc`. In zsh,
      `source <(PROGRAM completion zsh)` belongs in `.zshrc`, or the output in a file `_PROGRAM` in a
      folder of `fpath`.
      """,
    arguments: [shell],
    examples: ["completion bash", "completion zsh"]
  ) { invocation in
    let script = CompletionScript(name: invocation.command.name)
    invocation.output.result(invocation[shell] == "bash" ? script.bash : script.zsh)
    return ExitCode.success
  }.refusing(CommonOption.config, CommonOption.environment, CommonOption.overlay)

  private static let shell = CommandArgument(
    .choice("SHELL", of: ["bash", "zsh"]), summary: "bash or zsh")
}

/// A script that completes the command line of a program: it asks the program, as ``Completion`` answers.
///
/// The program's name is quoted where the script is written, and no text is evaluated where it runs:
/// answers are read line by line.
private struct CompletionScript {
  /// The program's name.
  let name: String

  private var quotedName: String { ShellWord.quoted(name) }
  /// The program's name in a comment.
  private var comment: String { DisplayText.line(quotedName) }

  /// The script for bash 3.2 and later, which needs no package.
  var bash: String {
    // No other program has a function of this name.
    let function =
      "__patchbay_complete_"
      + name.utf8.map { byte in
        byte.isDigit || byte.isLetter
          ? String(Unicode.Scalar(byte)) : "_" + byte.hexadecimal(digits: 2)
      }.joined()
    return #"""
      # Completes \#(comment) in bash: source <(\#(comment) completion bash)

      \#(function)() {
        # The word as it is typed: without its quotes and backslashes it is a path.
        local program=${COMP_WORDS[0]//[\\\"\']/} kind= word
        COMPREPLY=()
        if [[ $program == '~/'* ]]; then program=$HOME${program:1}; fi
        while IFS= read -r word; do
          if [[ -z $kind ]]; then kind=$word; else COMPREPLY+=("$word"); fi
        done < <("$program" \#(Completion.request) bash "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null </dev/null)
        if [[ $kind == files ]]; then compopt -o default -o filenames 2>/dev/null; fi
        return 0
      }

      if type compopt >/dev/null 2>&1; then
        complete -F \#(function) -- \#(quotedName)
      else
        # This version cannot choose files by word.
        complete -o default -F \#(function) -- \#(quotedName)
      fi
      """#
  }

  /// The script for zsh: a file `_PROGRAM` in a folder of `fpath`, or a text to be sourced.
  var zsh: String {
    // The comment of a function that zsh loads itself has names without quotes.
    let header = quotedName == name ? "#compdef \(name)\n" : ""
    let function = ShellWord.quoted("_\(name)")
    return header + #"""
      # Completes \#(comment) in zsh: source <(\#(comment) completion zsh)

      \#(function)() {
        local program=${(Q)words[1]} kind= word
        local -a found
        if [[ $words[1] == '~/'* ]]; then program=$HOME${program[2,-1]}; fi
        while IFS= read -r word; do
          if [[ -z $kind ]]; then kind=$word; else found+=("$word"); fi
        done < <("$program" \#(Completion.request) zsh "${(@)words[2,CURRENT-1]}" "$PREFIX" \
          2>/dev/null </dev/null)
        if [[ $PREFIX == --*=* ]]; then compset -P '*='; fi
        if [[ $kind == files ]]; then
          _files
        elif (( $#found )); then
          compadd -- "${found[@]}"
        fi
      }

      if [[ ${funcstack[1]-} == \#(function) ]]; then
        # The file is the function, and this is its first call.
        \#(function) "$@"
      else
        if (( ! $+functions[compdef] )); then autoload -Uz compinit && compinit; fi
        compdef \#(function) \#(quotedName)
      fi
      """#
  }
}
