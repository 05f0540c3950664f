import PatchbayDiagnostics

/// An error for wrong usage of a command. The program's own commands may throw it, too.
public struct UsageError: Error, Sendable {
  /// What is wrong, without a full stop.
  var message: String
  /// How to call the command correctly.
  var help: String?

  /// Creates an error that ends the command and shows its usage.
  public init(_ message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }
}

extension UsageError {
  /// Returns the error of a word that no argument is left for.
  static func superfluous(_ word: String) -> UsageError {
    UsageError("unexpected argument `\(DisplayText.line(word))`")
  }

  /// Returns the help that asks whether the only word with a part that begins with it was meant, such
  /// as `production` for `prod`, or a similar one; nil if there is none.
  static func didYouMean(_ word: String, among words: [String]) -> String? {
    let near = nearWords(of: word, among: words)
    return Diagnostic.FixIt.didYouMean(anyOf: near, replacing: nil)?.message
  }
}

// A word that is unknown: the help is a similar one, or the commands that have it.
extension PatchbayCommand {
  /// Returns the error of the first word of a command line, which is not a command.
  func unknownCommand(_ name: String) -> UsageError {
    let isOption = name.hasPrefix("-")
    let names = (isOption ? [] : subcommands.map(\.name) + ["help"]) + ["--help", "--version"]
    return UsageError(
      (isOption ? "a command must come before the option" : "there is no command")
        + " `\(DisplayText.line(name))`",
      help: UsageError.didYouMean(name, among: names) ?? "`help` lists the commands")
  }

  /// Returns the error of an option that a command does not have.
  func unknownOption(_ name: String, of subcommand: Subcommand) -> UsageError {
    let owners = subcommands.filter {
      $0.options.contains { $0.name == name && $0.kind == .own }
    }.map(\.name)
    // Without dashes, which would make short names alike.
    let names = (subcommand.offeredOptions.map(\.name) + ["--help"]).map(\.withoutDashes)
    let near = nearWords(of: name.withoutDashes, among: names).map { "--\($0)" }
    return UsageError(
      "`\(subcommand.name)` has no option `\(DisplayText.line(name))`",
      help: owners.isEmpty
        ? Diagnostic.FixIt.didYouMean(anyOf: near, replacing: nil)?.message
        : "it is an option of \(owners.quoted())")
  }
}

extension String {
  fileprivate var withoutDashes: String { String(drop { $0 == "-" }) }
}
