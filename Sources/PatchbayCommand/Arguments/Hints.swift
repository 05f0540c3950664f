import PatchbayConfiguration
import PatchbayDiagnostics

// What is said of words that other tools have, and of those in a wrong place.
extension PatchbayCommand {
  /// The names that commands have in other tools.
  private static let otherNames = [
    "validate": "check", "verify": "check", "lint": "check", "describe": "show",
    "inspect": "show", "ls": "list", "tree": "graph", "graf": "graph", "version": "--version",
  ]

  /// Returns the error of the first word of a command line, which is no command.
  func unknownCommand(_ name: String, _ following: ArraySlice<String> = []) -> UsageError {
    if name.hasPrefix("-") { return misplacedOption(name, following) }
    let names = subcommands.map(\.name) + ["help", "--help", "--version"]
    if name.isEmpty {
      return UsageError("the name of the command is empty", help: "`help` lists the commands")
    }
    // `services` for `list services`
    let isKind = ListedKind(rawValue: name) != nil && subcommands.contains { $0.isList }
    return UsageError(
      "there is no command `\(DisplayText.line(name))`",
      help: isKind
        ? "write `\(line(["list", name] + following))`"
        : Self.otherNames[name].map { "did you mean `\($0)`?" }
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
      } else if let subcommand = subcommands.first(where: { $0.name == word }) {
        words.remove(at: index)
        words = subcommand.corrected(words, byLikeness: true) ?? words
        help = "write `\(line([word] + words))`"
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

  /// Returns the error of a word behind `help` that is no command.
  func misplacedBehindHelp(_ word: String) -> UsageError {
    .superfluous(
      word,
      help: word == "--version" ? "write `\(line([word]))`" : "`help` takes one command")
  }
}

// Options that a command does not have.
extension PatchbayCommand {
  /// Returns what was probably meant by an option that the command does not have, among all words behind it.
  func hint(forUnknown option: String, of subcommand: Subcommand, in words: [String]) -> String {
    if let corrected = subcommand.corrected(words) {
      return "write `\(line([subcommand.name] + corrected))`"
    }
    let offered = subcommand.offeredOptions
    if ["--define", "--param", "--set", "--var"].contains(option),
      offered.contains(where: { $0.name == CommandOption.overlay.name })
    {
      return "write the value to a file, such as `parameters: { name: value }`, "
        + "and name that with `--overlay FILE`"
    }
    let owners = subcommands.filter { $0.ownOptions.contains { $0.name == option } }.map(\.name)
    // `why store --from`, where the name is still missing.
    let isArgument = subcommand.foreign(option, "") != nil
    if !isArgument, !owners.isEmpty { return "it is an option of \(owners.quoted())" }
    let near = subcommand.optionNames(like: option)
    return Diagnostic.FixIt.didYouMean(anyOf: near, replacing: nil)?.message
      ?? "`help \(subcommand.name)` lists its options"
  }
}

extension Subcommand {
  fileprivate var isList: Bool { isBuiltIn && name == "list" }

  /// Returns the names of the options like another one. Dashes do not count: they would make short names alike.
  fileprivate func optionNames(like option: String) -> [String] {
    // `-v` is verbose in some tools, and the version in others.
    if option.lowercased() == "-v" { return [] }
    let bare = String(option.drop { $0 == "-" })
    let names = offeredOptions.map { String($0.name.drop { $0 == "-" }) } + ["help"]
    return names.contains(bare)
      ? ["--\(bare)"] : nearWords(of: bare, among: names).map { "--\($0)" }
  }

  /// Returns the words behind the command with its own options in place of those that other tools have, or that are
  /// like one of its own; nil without such a one.
  fileprivate func corrected(_ words: [String], byLikeness: Bool = false) -> [String]? {
    var corrected: [String] = []
    var end: [String] = []
    var isChanged = false
    var rest = words[...]
    while let word = rest.popFirst(), word != "--" {
      let (name, attached) = ArgumentParser.parts(of: word)
      if !word.hasPrefix("-") || word == "-" {
        corrected.append(word)
      } else if let option = options.first(where: { $0.name == name }) {
        corrected.append(word)
        if option.value != nil, attached == nil, let value = rest.popFirst() {
          corrected.append(value)
        }
      } else if let foreign = foreign(name, attached ?? rest.first { !$0.hasPrefix("-") }) {
        isChanged = true
        if foreign.takesValue, attached == nil { rest.removeFirst() }
        if foreign.isLast { end += foreign.words } else { corrected += foreign.words }
      } else if byLikeness, case let near = optionNames(like: name), near.count == 1 {
        isChanged = true
        corrected.append(near[0] + (attached.map { "=\($0)" } ?? ""))
      } else {
        corrected.append(word)
      }
    }
    return isChanged ? corrected + rest + end : nil
  }

  /// What a command has in place of an option of other tools.
  fileprivate struct Foreign {
    var words: [String]
    /// Whether the words have the value of the option.
    var takesValue = true
    /// Whether they belong to the end of the line.
    var isLast = false
  }

  fileprivate func foreign(_ option: String, _ value: String?) -> Foreign? {
    var formats: [String] = []
    if case .choice(let words)? = offeredOptions.first(where: { $0.name == "--format" })?.value?
      .kind
    {
      formats = words
    }
    // `--json`
    let bare = String(option.drop { $0 == "-" })
    if formats.contains(bare) { return Foreign(words: ["--format", bare], takesValue: false) }
    if ["--no-color", "--no-colour"].contains(option) {
      return Foreign(words: ["--color", "never"], takesValue: false)
    }
    guard isBuiltIn, let value else { return nil }
    switch (option, name) {
    case ("-o", _), ("--out", _), ("--output", _):
      if formats.contains(value) { return Foreign(words: ["--format", value]) }
      return Foreign(words: [">", value], isLast: true)
    case ("--from", "why"): return Foreign(words: [value], isLast: true)
    case ("--from", "graph"), ("--shell", "completion"): return Foreign(words: [value])
    case ("--file", _): return Foreign(words: [CommandOption.config.name, value])
    default: return nil
    }
  }
}

// Words for which a command has no argument.
extension PatchbayCommand {
  /// Returns what was meant by `any Mailer` without quotes; nil for other words.
  func hint(forUnquotedContractIn line: ArgumentParser) -> String? {
    let (name, words) = (line.subcommand.name, line.arguments)
    guard line.subcommand.isBuiltIn, words.count == 2, words[0] == "any" else { return nil }
    let contract = words.joined(separator: " ")
    let meant = ["list": ["list", "--type", contract], "show": ["show", contract]][name]
    return meant.map { "write `\(self.line($0, with: line))`" }
  }

  /// Returns what was probably meant by the first word too many of a command line; `environments` returns those of the
  /// configuration.
  func hint(
    forSuperfluous word: String, in line: ArgumentParser, _ environments: () -> [String]
  ) -> String? {
    let subcommand = line.subcommand
    for option in subcommand.options where line.options[option.name] != nil {
      if case .pattern? = option.value?.kind {
        return "the shell must not expand the pattern: \(option.name) 'Folder/*.yaml'"
      }
    }
    func write(_ words: String...) -> String { "write `\(self.line(words, with: line))`" }
    let name = subcommand.name
    if word == "help" { return "write `help \(name)`" }
    let words = line.arguments
    if subcommand.isBuiltIn {
      switch (name, words.count) {
      case ("show", 2) where words[0].isKind: return write("show", words[1])
      case ("list", 2) where words[0] == "tags": return write("list", "--tag", words[1])
      case ("list", 2) where words[0] == "types": return write("list", "--type", words[1])
      case ("list", 2) where !words[1].isKind: return write("show", words[1])
      case ("schema", 1) where !word.hasSuffix(".yaml") && !word.hasSuffix(".yml"):
        return FileStatus.exists(word) ? nil : write("schema", ">", word)
      default: break
      }
    }
    if !subcommand.arguments.isEmpty {
      let names = subcommand.arguments.map(\.name)
      return "`\(name)` takes \(names.count == 1 ? "one \(names[0])" : names.inWords())"
    }
    if word.hasSuffix(".yaml") || word.hasSuffix(".yml") {
      return "the option `--config` names the configuration"
    }
    let option = CommandOption.environment.name
    guard !word.hasPrefix("-"), line.options[option] == nil,
      subcommand.options.contains(where: { $0.name == option && !$0.isRefused })
    else { return nil }
    let known = environments()
    if known.contains(word) { return write(name, option, word) }
    if let near = nearWords(of: word, among: known).first { return write(name, option, near) }
    return name == "env" && subcommand.isBuiltIn ? "`env` lists all variables" : nil
  }
}

extension String {
  /// Whether it is a kind of things, such as `services` or `service`.
  fileprivate var isKind: Bool {
    ListedKind.allCases.contains { $0.rawValue == self || $0.rawValue.dropLast() == self[...] }
  }
}

extension FileStatus {
  static func exists(_ path: String) -> Bool {
    if case .success = of(path) { true } else { false }
  }
}
