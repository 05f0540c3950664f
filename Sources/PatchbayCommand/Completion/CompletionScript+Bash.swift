extension CompletionScript {
  /// The script for bash 3.2 and later, which needs no package.
  var bash: String {
    #"""
    # Completes \#(comment) in bash: source <(\#(comment) completion bash)

    \#(functions)

    # Removes the quotes of a word, and keeps the one that is open.
    \#(prefix)_unquote() {
      local text=$1 character
      unquoted= quote=
      while [[ -n $text ]]; do
        character=${text:0:1}
        text=${text:1}
        if [[ $quote == "'" ]]; then
          if [[ $character == "'" ]]; then quote=; else unquoted+=$character; fi
        elif [[ $character == \\ ]]; then
          if [[ -z $quote || $text == [\$\`\"\\]* ]]; then
            unquoted+=${text:0:1}
            text=${text:1}
          else
            unquoted+=$character
          fi
        elif [[ -n $quote && $character == "$quote" ]]; then
          quote=
        elif [[ -z $quote && ( $character == "'" || $character == '"' ) ]]; then
          quote=$character
        else
          unquoted+=$character
        fi
      done
    }

    \#(prefix)_complete() {
      local unquoted quote words=() pieces=() piece joins= head= last i
      COMPREPLY=()
      # Bash splits words at = and :, which belong to options and to names.
      for ((i = 1; i <= COMP_CWORD; i++)); do
        piece=${COMP_WORDS[i]}
        last=$((${#pieces[@]} - 1))
        if [[ -n $piece && -z ${piece//[=:]/} && $last -ge 0 ]]; then
          pieces[last]+=$piece
          joins=1
          head=${pieces[last]}
        elif [[ -n $joins ]]; then
          head=${pieces[last]}
          pieces[last]+=$piece
          joins=
        else
          pieces+=("$piece")
          head=
        fi
      done
      for piece in "${pieces[@]}"; do
        \#(prefix)_unquote "$piece"
        if [[ $piece == '~/'* ]]; then unquoted=$HOME${unquoted:1}; fi
        words+=("$unquoted")
      done
      local program=${COMP_WORDS[0]}
      \#(prefix)_unquote "$program"
      if [[ $program == '~/'* ]]; then unquoted=$HOME${unquoted:1}; fi
      program=$unquoted
      # The last piece is the word to complete, and its open quote is kept.
      \#(prefix)_unquote "$head"
      head=$unquoted
      last=$((${#pieces[@]} - 1))
      \#(prefix)_unquote "${pieces[last]}"
      local current=$unquoted raw=${pieces[last]} lead=
      unset "words[last]"
      # A quote within a word has parts that are not replaced.
      if [[ -n $quote && ${raw:0:1} != "$quote" && -z $head ]]; then return; fi
      local value=$current kind= word
      if [[ $current == --*=* ]]; then
        value=${current#*=}
        if [[ -n $head ]]; then head=${head#*=}; else lead=${current%%=*}=; fi
      fi
      while IFS= read -r word; do
        if [[ -z $kind ]]; then
          kind=$word
          continue
        fi
        [[ $word == "$value"* ]] || continue
        word=$lead${word#"$head"}
        case $quote in
        "'") [[ $word == *"'"* ]] && continue ;;
        '"')
          # A history expansion has no escape in quotes.
          [[ $word == *'!'* ]] && continue
          word=${word//\\/\\\\}
          word=${word//\"/\\\"}
          word=${word//\$/\\\$}
          word=${word//\`/\\\`}
          ;;
        *) printf -v word %q "$word" ;;
        esac
        COMPREPLY+=("$word")
      done < <(\#(prefix)_words "$program" "$current" ${words[@]+"${words[@]}"})
      if [[ $kind == files ]]; then compopt -o default -o filenames 2>/dev/null; fi
      return 0
    }

    if type compopt >/dev/null 2>&1; then
      complete -F \#(prefix)_complete -- \#(ShellWord.quoted(name))
    else
      # This version cannot choose files by word.
      complete -o default -F \#(prefix)_complete -- \#(ShellWord.quoted(name))
    fi
    """#
  }
}
