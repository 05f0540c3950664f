import PatchbayDiagnostics

extension CompletionScript {
  /// The program's name in a comment.
  var comment: String { DisplayText.line(ShellWord.quoted(name)) }

  /// The script for zsh: a file `_PROGRAM` in a folder of `fpath`, or a text to be sourced.
  var zsh: String {
    // The comment of a function that zsh loads itself has names without quotes.
    let header = ShellWord.quoted(name) == name ? "#compdef \(name)\n" : ""
    let function = ShellWord.quoted("_\(name)")
    return header + #"""
      # Completes \#(comment) in zsh: source <(\#(comment) completion zsh)

      \#(functions)

      \#(function)() {
        local program current kind= word
        local -a before found
        for word in "${(@)words[1,CURRENT-1]}"; do
          if [[ $word == '~/'* ]]; then word=$HOME${(Q)word[2,-1]}; else word=${(Q)word}; fi
          before+=("$word")
        done
        program=$before[1]
        current=${(Q)PREFIX}
        while IFS= read -r word; do
          if [[ -z $kind ]]; then kind=$word; else found+=("$word"); fi
        done < <(\#(prefix)_words "$program" "$current" "${(@)before[2,-1]}")
        if [[ $current == --*=* ]]; then compset -P '*='; fi
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
        compdef \#(function) \#(ShellWord.quoted(name))
      fi
      """#
  }
}
