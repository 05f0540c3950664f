import Patchbay
import PatchbayDiagnostics

/// Parses a command line: the command first, then its options and arguments in any order.
///
/// `--name value` and `--name=value` are the same; words after `--` are not options.
struct ArgumentParser {
  /// The request of a command line.
  enum Request {
    /// No words were passed.
    case nothing
    case help(Subcommand?)
    case version
    case run(Subcommand, Words)
  }

  /// The words of one command, by kind.
  struct Words: Sendable {
    var arguments: [String] = []
    var options: [String: [String]] = [:]
    /// The options that every command has, as far as the command has none of its own of that name.
    var shared: [String: [String]] = [:]
  }

  let subcommands: [Subcommand]

  func parse(_ words: [String]) -> Result<Request, UsageError> {
    Result { () throws(UsageError) in try request(words) }
  }

  private func request(_ words: [String]) throws(UsageError) -> Request {
    var rest = words[...]
    guard let first = rest.popFirst() else { return .nothing }
    switch first {
    case "--help", "-h": return .help(nil)
    case "--version":
      if let extra = rest.first { throw unexpected(extra, nil) }
      return .version
    case "help":
      guard let topic = rest.popFirst() else { return .help(nil) }
      if let extra = rest.first { throw unexpected(extra, nil) }
      // The help about help is the list of commands.
      return ["help", "--help", "-h"].contains(topic) ? .help(nil) : .help(try subcommand(topic))
    default: break
    }
    let subcommand = try subcommand(first)
    guard let words = try sortOut(rest, subcommand) else { return .help(subcommand) }
    return .run(subcommand, words)
  }

  private func subcommand(_ name: String) throws(UsageError) -> Subcommand {
    if let found = subcommands.first(where: { $0.name == name }) { return found }
    let isOption = name.hasPrefix("-")
    let names = subcommands.map(\.name)
    throw UsageError(
      isOption
        ? "a command must come before the option `\(DisplayText.line(name))`"
        : "there is no command `\(DisplayText.line(name))`",
      help: CommandOption.shared.contains { $0.name == name }
        ? nil
        : UsageError.didYouMean(name, among: names + ["help", "--help", "--version"])
          ?? "`help` lists the commands")
  }

  /// Returns nil if help was requested.
  private func sortOut(
    _ words: ArraySlice<String>, _ subcommand: Subcommand
  ) throws(UsageError) -> Words? {
    var rest = words
    var result = Words()
    while let word = rest.popFirst() {
      if word == "--" {
        result.arguments += rest
        break
      }
      if word == "--help" || word == "-h" { return nil }
      if word.hasPrefix("-"), word != "-" {
        try readOption(word, &rest, subcommand, &result)
      } else {
        result.arguments.append(word)
      }
    }
    let wanted = subcommand.arguments
    if result.arguments.count < wanted.count, !wanted[result.arguments.count].hasPrefix("[") {
      throw UsageError(
        "`\(subcommand.name)` needs \(wanted[result.arguments.count])", subcommand: subcommand)
    }
    if result.arguments.count > wanted.count {
      throw unexpected(result.arguments[wanted.count], subcommand, after: result.options)
    }
    return result
  }

  private func readOption(
    _ word: String,
    _ rest: inout ArraySlice<String>,
    _ subcommand: Subcommand,
    _ result: inout Words
  ) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let attached = parts.count > 1 ? String(parts[1]) : nil
    guard let option = subcommand.options.first(where: { $0.name == name }) else {
      throw UsageError(
        "`\(subcommand.name)` has no option `\(DisplayText.line(name))`",
        help: UsageError.didYouMean(
          name, among: subcommand.options.filter { !$0.isRefused }.map(\.name) + ["--help"])
          ?? "`help \(subcommand.name)` lists its options",
        subcommand: subcommand)
    }
    if option.isRefused {
      throw UsageError(
        "`\(subcommand.name)` does not depend on `\(name)`: leave it out", subcommand: subcommand)
    }
    if !option.isRepeatable, result.options[name] != nil {
      throw UsageError("the option `\(name)` is given twice", subcommand: subcommand)
    }
    guard let valueName = option.value else {
      if attached != nil {
        throw UsageError("the option `\(name)` takes no value", subcommand: subcommand)
      }
      result.add(option)
      return
    }
    // A missing value must not consume the next option.
    let next = attached ?? (rest.first.map { $0.hasPrefix("--") } ?? true ? nil : rest.popFirst())
    guard let value = next, !value.isEmpty else {
      throw UsageError("the option `\(name)` needs a value, \(valueName)", subcommand: subcommand)
    }
    try check(value, option, subcommand)
    result.add(option, value)
  }

  private func check(
    _ value: String, _ option: CommandOption, _ subcommand: Subcommand
  ) throws(UsageError) {
    if option.choices.isEmpty || option.choices.contains(value) { return }
    throw UsageError(
      "`\(option.name)` cannot be `\(DisplayText.line(value))`",
      help: UsageError.didYouMean(value, among: option.choices)
        ?? "it is one of \(option.choices.quoted(joinedBy: "or"))",
      subcommand: subcommand)
  }

  private func unexpected(
    _ word: String, _ subcommand: Subcommand?, after options: [String: [String]] = [:]
  ) -> UsageError {
    UsageError(
      "the argument `\(DisplayText.line(word))` is one too many",
      help: subcommand.flatMap { meaning(of: word, $0, after: options) }, subcommand: subcommand)
  }

  /// What a word that no command takes was probably meant to be.
  private func meaning(
    of word: String, _ subcommand: Subcommand, after options: [String: [String]]
  ) -> String? {
    if let pattern = subcommand.options.first(where: {
      $0.value == "PATTERN" && options[$0.name] != nil
    }) {
      return "the shell must not expand the pattern: \(pattern.name) 'Folder/*.yaml'"
    }
    if word.hasSuffix(".yaml") || word.hasSuffix(".yml") {
      return "the option `--config` names the configuration"
    }
    if word == "help" { return "write `help \(subcommand.name)`" }
    if !subcommand.arguments.isEmpty { return "an argument that contains blanks needs quotes" }
    let environment = CommandOption.environment.name
    guard !word.hasPrefix("-"),
      let option = subcommand.options.first(where: { $0.name == environment }),
      !option.isRefused, options[environment] == nil
    else { return nil }
    return "if this is an environment, write `\(environment) \(DisplayText.line(word))`"
  }
}

extension ArgumentParser.Words {
  fileprivate mutating func add(_ option: CommandOption, _ value: String = "") {
    options[option.name, default: []].append(value)
    if option.isShared { shared[option.name, default: []].append(value) }
  }
}
