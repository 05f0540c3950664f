import PatchbayDiagnostics

// What is said of words that other tools have, and of those in a wrong place.
extension PatchbayCommand {
  /// The names that commands have in other tools.
  private static let otherNames = [
    "validate": "check", "verify": "check", "lint": "check", "describe": "show",
    "inspect": "show", "ls": "list", "tree": "graph", "version": "--version",
  ]

  /// Returns the error of the first word of a command line, which is no command.
  func unknownCommand(_ name: String, _ following: ArraySlice<String> = []) -> UsageError {
    if name.hasPrefix("-") { return misplacedOption(name, following) }
    let names = subcommands.map(\.name) + ["help", "--help", "--version"]
    return UsageError(
      "there is no command `\(DisplayText.line(name))`",
      help: Self.otherNames[name].map { "did you mean `\($0)`?" }
        ?? UsageError.didYouMean(name, among: names) ?? "`help` lists the commands")
  }

  /// Returns the error of an option before the command, with the whole line in its right order.
  private func misplacedOption(_ name: String, _ following: ArraySlice<String>) -> UsageError {
    let options = subcommands.flatMap(\.options)
    var words = [name] + following
    var help: String?
    var isValue = false
    for (index, word) in words.enumerated() where help == nil {
      if isValue {
        isValue = false
      } else if word.hasPrefix("-") {
        // The value of `--config check` is no command.
        isValue = options.contains { $0.name == word && $0.value != nil }
      } else if subcommands.contains(where: { $0.name == word }) {
        words.remove(at: index)
        help = "write `\(([self.name, word] + words).map(Self.quoted).joined(separator: " "))`"
      }
    }
    let isKnown = options.contains { $0.name == ArgumentParser.parts(of: name).name }
    return UsageError(
      "a command must come before the option `\(DisplayText.line(name))`",
      help: help
        ?? (isKnown
          ? nil
          : UsageError.didYouMean(name, among: ["--help", "--version"])
            ?? "`help` lists the commands"))
  }
}

extension PatchbayCommand {
  /// Returns a word for a shell; of `--name=value` with quotes for the value.
  private static func quoted(_ word: String) -> String {
    guard word.hasPrefix("--"), case (let name, let value?) = ArgumentParser.parts(of: word) else {
      return ShellWord.quoted(word)
    }
    return "\(ShellWord.quoted(name))=\(ShellWord.quoted(value))"
  }
}

extension Subcommand {
  /// Returns what was probably meant by an option that the command does not have.
  func hint(forUnknown option: String, others: [Subcommand]) -> String {
    let offered = offeredOptions
    // `--json`
    if let format = offered.first(where: { $0.name == "--format" }),
      case .choice(let words)? = format.value?.kind, words.contains(String(option.dropFirst(2)))
    {
      return "write `--format \(option.dropFirst(2))`"
    }
    if option == "--set", offered.contains(where: { $0.name == CommandOption.overlay.name }) {
      return "write the value to a file, such as `parameters: { name: value }`, "
        + "and name that with `--overlay FILE`"
    }
    let owners = others.filter { $0.ownOptions.contains { $0.name == option } }.map(\.name)
    if !owners.isEmpty { return "it is an option of \(owners.quoted())" }
    return UsageError.didYouMean(option, among: offered.map(\.name) + ["--help"])
      ?? "`help \(name)` lists its options"
  }
}
