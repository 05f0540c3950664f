/// A positional argument of a command: a word on the command line that belongs to no option.
///
/// ```swift
/// let files = CommandArgument(.file, isRepeatable: true, summary: "the files to import")
/// ```
public struct CommandArgument: Sendable {
  let value: CommandValue
  let isOptional: Bool
  let isRepeatable: Bool
  let summary: String

  /// Creates an argument.
  ///
  /// The optional ones of a command follow the others, and one that is repeatable is the last.
  ///
  /// - Parameters:
  ///   - value: What it is, such as ``CommandValue/service`` or `"ADDRESS"`. The name of the value is that of the
  ///     argument.
  ///   - isOptional: Whether it may be left out.
  ///   - isRepeatable: Whether it takes all words that follow, at least one unless it is optional.
  ///   - summary: A short text for the help.
  public init(
    _ value: CommandValue,
    isOptional: Bool = false,
    isRepeatable: Bool = false,
    summary: String
  ) {
    self.value = value
    self.isOptional = isOptional
    self.isRepeatable = isRepeatable
    self.summary = summary
  }

  var name: String { value.name }

  /// The argument as the usage of its command shows it: `FILE`, `[FILE]`, `FILE ...` or `[FILE ...]`.
  var usage: String {
    let words = isRepeatable ? "\(name) ..." : name
    return isOptional ? "[\(words)]" : words
  }
}

extension CommandArgument: ExpressibleByStringLiteral {
  /// Creates a required argument of any text, whose name says enough: `"ADDRESS"`.
  public init(stringLiteral name: String) {
    self.init(CommandValue(stringLiteral: name), summary: "")
  }
}

extension Subcommand {
  /// Returns the argument that a word belongs to, by its position; nil for one word too many.
  func argument(at position: Int) -> CommandArgument? {
    if position < arguments.count { return arguments[position] }
    return arguments.last.flatMap { $0.isRepeatable ? $0 : nil }
  }
}
