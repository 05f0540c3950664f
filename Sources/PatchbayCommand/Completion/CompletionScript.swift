import PatchbayCore
import PatchbayDiagnostics

/// A script that completes the command line of a program.
///
/// All texts of the program are quoted where the script is written, and no text is evaluated where it
/// runs: words are read line by line.
struct CompletionScript {
  static let shells = ["bash", "zsh"]

  /// The program's name.
  let name: String
  private let subcommands: [Subcommand]

  init(_ command: PatchbayCommand) {
    name = command.name
    subcommands = command.subcommands
  }

  /// The beginning of the names of all functions, which is that of no other program.
  var prefix: String {
    "__patchbay_"
      + name.utf8.map { byte in
        let scalar = Unicode.Scalar(byte)
        return byte.isDigit || byte.isLetter
          ? String(scalar) : "_" + String(UInt16(byte) + 0x100, radix: 16).dropFirst()
      }.joined()
  }

  /// What completes a word: what `list` calls it, `files`, or some words.
  private enum Kind {
    case listed(String)
    case any
    case files
    case words([String])
    case unknown

    /// Reads the name of an argument or of an option's value, as help texts show it.
    init(_ placeholder: String) {
      switch placeholder.filter({ !"[].".contains($0) }) {
      case "KEY", "FROM": self = .listed("services")
      case "PARAMETER": self = .listed("parameters")
      case "TAG": self = .listed("tags")
      case "TYPE": self = .listed("types")
      case "ENVIRONMENT": self = .listed("environments")
      case "NAME": self = .any
      case "FILE", "FOLDER", "PATH", "PATTERN": self = .files
      case "SHELL": self = .words(CompletionScript.shells)
      case "SCOPE": self = .words(ScopeName.builtIn)
      case "KIND":
        self = .words(ListedKind.allCases.map(\.rawValue))
      default: self = .unknown
      }
    }

    /// The commands of a shell that print the words below what they are.
    func commands(_ prefix: String) -> String {
      switch self {
      case .listed(let kind): "\(prefix)_list \(kind)"
      case .any: "\(prefix)_list services parameters tags types"
      case .files: "echo files"
      case .words(let words): "printf '%s\\n' words \(CompletionScript.quoted(words))"
      case .unknown: "echo words"
      }
    }
  }

  private static func kind(of option: CommandOption) -> Kind {
    if !option.choices.isEmpty { return .words(option.choices) }
    if option.name == CommandOption.environment.name { return .listed("environments") }
    return Kind(option.value ?? "")
  }

  /// Returns words of a shell, each quoted; those with a line break cannot be read line by line.
  private static func quoted(_ words: [String]) -> String {
    words.filter { !$0.contains(where: \.isNewline) }.map(ShellWord.quoted).joined(separator: " ")
  }

  /// The functions that bash and zsh share.
  var functions: String {
    """
    # Prints the commands.
    \(prefix)_commands() {
      printf '%s\\n' \(Self.quoted(subcommands.map(\.name) + ["help"]))
    }

    # Prints the options of a command that may follow: all but those that are used and not repeatable.
    \(prefix)_options() {
      case $1 in
    \(cases(\.options).joined(separator: "\n"))
      esac
    }

    # Prints what the value of an option of a command is, and fails if it has none.
    \(prefix)_value() {
      case $1 in
    \(subcommands.flatMap(values).joined(separator: "\n"))
      *) return 1 ;;
      esac
    }

    # Prints what an argument of a command is, by its number.
    \(prefix)_argument() {
      case $1 in
    \(subcommands.flatMap(arguments).joined(separator: "\n"))
      'help 0') echo words; \(prefix)_commands ;;
      *) return 1 ;;
      esac
    }

    # Prints the names that the program lists, without its errors.
    \(prefix)_list() {
      local kind
      if [[ -n $asks ]]; then return; fi
      echo words
      for kind in "$@"; do
        "$program" list "$kind" "${given[@]}" 2>/dev/null </dev/null
      done
      return 0
    }

    # Prints `files` or `words`, and then the words that may complete the last argument. The others are
    # the program and the words before.
    \(prefix)_words() {
      local program=$1 current=$2 verb= count=0 expected= ended= used=' ' environment= word option
      local given asks=
      given=(--format names)
      shift 2
      for word in "$@"; do
        if [[ -n $expected && $word != --* ]]; then
          option=$expected
          expected=
        elif [[ -n $verb && -z $ended && $word == -- ]]; then
          ended=1
          continue
        elif [[ -n $verb && -z $ended && $word == -?* ]]; then
          option=${word%%=*}
          used+="$option "
          if [[ $word != *=* ]]; then
            # Whether it has a value is known without the program.
            expected= asks=1
            if \(prefix)_value "$verb $option" >/dev/null; then expected=$option; fi
            asks=
            continue
          fi
          word=${word#*=}
        else
          expected=
          if [[ -z $verb ]]; then verb=$word; else count=$((count + 1)); fi
          continue
        fi
        case $option in
        --config | --overlay) given+=("$option" "$word") ;;
        --environment) environment=$word ;;
        esac
      done
      if [[ -z $expected && -n $verb && -z $ended && $current == --*=* ]]; then
        expected=${current%%=*}
      fi
      if [[ -n $environment && $expected != --environment ]]; then
        given+=(--environment "$environment")
      fi
      if [[ -n $expected ]]; then
        \(prefix)_value "$verb $expected"
      elif [[ -z $verb ]]; then
        echo words
        \(prefix)_commands
        if [[ $current == -* ]]; then printf '%s\\n' --help --version; fi
      elif [[ -z $ended && $current == -* ]]; then
        echo words
        \(prefix)_options "$verb"
      elif ! \(prefix)_argument "$verb $count"; then
        echo words
        if [[ -z $ended ]]; then \(prefix)_options "$verb"; fi
      fi
    }
    """
  }

  private func cases(_ options: (Subcommand) -> [CommandOption]) -> [String] {
    subcommands.map { subcommand in
      let known = options(subcommand).filter { !$0.isRefused }
      let lines = known.map { option in
        let name = ShellWord.quoted(option.name)
        return option.isRepeatable
          ? "    echo \(name)" : "    [[ $used == *' '\(name)' '* ]] || echo \(name)"
      }
      let all = lines + ["    echo --help ;;"]
      return "  \(ShellWord.quoted(subcommand.name)))\n" + all.joined(separator: "\n")
    }
  }

  private func values(of subcommand: Subcommand) -> [String] {
    subcommand.options.filter { $0.value != nil }.map { option in
      let pattern = ShellWord.quoted("\(subcommand.name) \(option.name)")
      return "  \(pattern)) \(Self.kind(of: option).commands(prefix)) ;;"
    }
  }

  private func arguments(of subcommand: Subcommand) -> [String] {
    subcommand.arguments.enumerated().map { index, argument in
      let pattern = ShellWord.quoted("\(subcommand.name) \(index)")
      return "  \(pattern)) \(Kind(argument).commands(prefix)) ;;"
    }
  }
}
