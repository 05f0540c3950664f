import PatchbayDiagnostics

/// The words behind a command on a command line: its options and arguments, in any order.
///
/// `--name value` and `--name=value` are the same; words after `--` are not options.
struct ArgumentParser: Sendable {
  let subcommand: Subcommand
  private(set) var arguments: [String] = []
  /// The values of each option; those of an option without a value are empty.
  private(set) var options: [String: [String]] = [:]
  /// The option whose value would be the next word.
  private(set) var openOption: _WordDeclaration?
  /// Whether `--` ended the options.
  private(set) var isPastOptions = false
  private(set) var wantsHelp = false

  private let command: PatchbayCommand

  /// Parses words; none if one of them is `--help`, whatever is wrong with the others.
  init(
    _ words: ArraySlice<String>, of subcommand: Subcommand, in command: PatchbayCommand
  ) throws(UsageError) {
    (self.subcommand, self.command) = (subcommand, command)
    if words.prefix(while: { $0 != "--" }).contains("--help") {
      wantsHelp = true
      return
    }
    for word in words {
      if isPastOptions {
        arguments.append(word)
      } else if let option = openOption {
        // A missing value must not consume the next option.
        if word.hasPrefix("--") { throw missingValue(option) }
        openOption = nil
        try add(option, word)
      } else if word == "--" {
        isPastOptions = true
      } else if word == "-h" {
        wantsHelp = true
        return
      } else if word.hasPrefix("-"), word != "-" {
        try readOption(word)
      } else {
        arguments.append(word)
      }
    }
  }

  /// Checks that nothing is missing, and that each argument is one.
  func check() throws(UsageError) {
    if let openOption { throw missingValue(openOption) }
    for (position, word) in arguments.enumerated() {
      guard let argument = subcommand.argument(at: position) else {
        throw UsageError.superfluous(word)
      }
      if word.isEmpty { throw UsageError("\(argument.name) is an empty text") }
      try argument.value?.check(word, of: argument.name)
    }
    let next = subcommand.arguments.dropFirst(arguments.count).first
    if let next, next.isRequired { throw UsageError("`\(subcommand.name)` needs \(next.name)") }
    for group in subcommand.exclusive {
      let given = group.filter { !values(of: $0).isEmpty }
      if given.count > 1 {
        throw UsageError("`\(given[1])` cannot be used with `\(given[0])`")
      }
    }
  }

  /// Returns the words that belong to an argument or an option; none if it was not given.
  func values(of name: String) -> [String] {
    options[name]
      ?? arguments.indices.filter { subcommand.argument(at: $0)?.name == name }.map {
        arguments[$0]
      }
  }

  private mutating func readOption(_ word: String) throws(UsageError) {
    let (name, attached) = Self.parts(of: word)
    guard let option = subcommand.options.first(where: { $0.name == name }) else {
      throw command.unknownOption(name, of: subcommand)
    }
    if !option.isRepeatable, options[name] != nil {
      throw UsageError("the option `\(name)` is given twice")
    }
    if option.value == nil {
      if attached != nil { throw UsageError("the option `\(name)` takes no value") }
      options[name, default: []].append("")
    } else if let attached {
      try add(option, attached)
    } else {
      openOption = option
    }
  }

  /// Returns the value of the last `--color` among words that may have mistakes; nil without one of its values.
  static func color(in words: ArraySlice<String>) -> String? {
    let name = CommonOption.color.name
    guard let index = words.lastIndex(where: { parts(of: $0).name == name }) else { return nil }
    let value = parts(of: words[index]).value ?? words[(index + 1)...].first
    return value.flatMap { ["always", "never"].contains($0) ? $0 : nil }
  }

  /// Returns the name of an option, and the value that `=` attaches to it.
  static func parts(of word: String) -> (name: String, value: String?) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
  }

  private mutating func add(_ option: _WordDeclaration, _ value: String) throws(UsageError) {
    if value.isEmpty { throw missingValue(option) }
    try option.value?.check(value, of: option.name)
    options[option.name, default: []].append(value)
  }

  private func missingValue(_ option: _WordDeclaration) -> UsageError {
    UsageError("the option `\(option.name)` needs a value, \(option.value?.name ?? "")")
  }
}

extension ValueForm {
  /// Checks a text that the command line gives for it.
  fileprivate func check(_ text: String, of name: String) throws(UsageError) {
    switch kind {
    case .choice(let words) where !words.contains(text):
      throw UsageError(
        "`\(name)` cannot be `\(DisplayText.line(text))`",
        help: UsageError.didYouMean(text, among: words)
          ?? "it is one of \(words.quoted(joinedBy: "or"))")
    case .number where Int(text).map { $0 < 0 } ?? true:
      throw UsageError("`\(name)` needs a number from 0 on, found `\(DisplayText.line(text))`")
    default: break
    }
  }
}
