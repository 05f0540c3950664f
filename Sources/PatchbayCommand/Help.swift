import PatchbayDiagnostics

extension PatchbayCommand {
  private func generalHelp(_ width: Int?) -> String {
    var rows = subcommands.map { subcommand in
      (call(subcommand), subcommand.summary)
    }
    rows.append(("help COMMAND", "Shows help for a command."))
    rows.append(("--version", "Shows the versions of the program and of Patchbay."))
    return """
      usage: \(generalUsage)

      commands:
      \(columns(rows, width))

      exit codes:
      \(columns(exitCodeRows, width))
      """
  }

  /// The exit codes of the library and of all commands, by number.
  private var exitCodeRows: [(String, String)] {
    var meanings = [
      ExitCode.success: "all is well",
      ExitCode.wrongUsage: "wrong usage; nothing was done",
      ExitCode.unavailable: "a service could not be built, started or stopped",
      ExitCode.failure: "a command failed",
      ExitCode.unwrittenResult: "the result could not be written",
      ExitCode.invalidConfiguration: "the configuration has mistakes",
    ]
    let known = Set(meanings.keys)
    for subcommand in subcommands {
      for (code, meaning) in subcommand.exitCodes where !known.contains(code) {
        let others = meanings[code].map { "\($0); " } ?? ""
        meanings[code] = "\(others)`\(subcommand.name)`: \(meaning)"
      }
    }
    return rows(meanings)
  }

  private func rows(_ exitCodes: [Int32: String]) -> [(String, String)] {
    exitCodes.inStableOrder { $0.key < $1.key }.map { ("\($0.key)", $0.value) }
  }

  /// Returns the description of one command and its options, for a terminal of a width; the list of
  /// commands without one.
  func helpText(of subcommand: Subcommand? = nil, width: Int?) -> String {
    guard let subcommand else { return generalHelp(width) }
    var rows = subcommand.offeredOptions.map { option in
      (
        [option.name, option.value?.name].compactMap(\.self).joined(separator: " "),
        summary(of: option)
      )
    }
    rows.append(("--help", "this text"))
    var parts = [WordWrap.text(subcommand.summary, width), "usage: \(usage(of: subcommand))"]
    if !subcommand.details.isEmpty { parts.append(WordWrap.text(subcommand.details, width)) }
    if !subcommand.arguments.isEmpty {
      let rows = subcommand.arguments.map { ($0.usage, $0.summary) }
      parts.append("arguments:\n\(columns(rows, width))")
    }
    parts.append("options:\n\(columns(rows, width))")
    if !subcommand.examples.isEmpty {
      let lines = subcommand.examples.map { "  \(name) \($0)" }
      parts.append((["examples:"] + lines).joined(separator: "\n"))
    }
    if !subcommand.exitCodes.isEmpty {
      parts.append("exit codes:\n\(columns(self.rows(subcommand.exitCodes), width))")
    }
    return parts.joined(separator: "\n\n")
  }

  /// Returns the summary of an option; that of `--environment` says what is used without one.
  private func summary(of option: CommandOption) -> String {
    guard option.summary == CommandOption.environment.summary else { return option.summary }
    return switch environment {
    case .optional: "\(option.summary), or the base alone"
    case .required: option.summary
    case .default(let name): "\(option.summary), or `\(name)`"
    }
  }

  var generalUsage: String { "\(name) COMMAND [OPTION ...]" }

  func usage(of subcommand: Subcommand) -> String {
    "\(name) \(call(subcommand)) [OPTION ...]"
  }

  private func call(_ subcommand: Subcommand) -> String {
    ([subcommand.name] + subcommand.arguments.map(\.usage)).joined(separator: " ")
  }

  /// Returns two columns; the right one is broken at 80 columns, or at those of the terminal if it
  /// has fewer.
  private func columns(_ rows: [(String, String)], _ width: Int?) -> String {
    let left = (rows.map(\.0.count).max() ?? 0) + 4
    return rows.map { name, text in
      let lines = WordWrap.lines(text, width: max(16, min(80, width ?? 80) - left))
      let first = "  " + name + String(repeating: " ", count: left - 2 - name.count)
      return first + lines.joined(separator: "\n" + String(repeating: " ", count: left))
    }.joined(separator: "\n")
  }
}
