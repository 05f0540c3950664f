/// An argument or an option of a command, which the command declares and its action reads as `invocation[word]`:
/// a ``CommandArgument`` or a ``CommandOption``.
public protocol CommandWord<Result>: Sendable {
  /// What the action gets.
  associatedtype Result: Sendable
  /// What the library reads of it.
  var _declaration: _WordDeclaration { get }
  /// Returns the result of the words that were given, which fit.
  func _result(of words: [String]) -> Result
}

/// An argument or an option as the parser, the help and completions know it.
public struct _WordDeclaration: Sendable {
  /// Who declares a word.
  enum Kind: Sendable {
    /// The command itself.
    case own
    /// The library, with the meaning that the word has in every command.
    case common
    /// The library, for the commands of a program: the others accept and ignore it.
    case ignored
  }

  /// The name of an argument, or an option with its dashes.
  let name: String
  /// What fits; nil for an option without a value.
  let value: ValueForm?
  var isRequired = false
  var isRepeatable = false
  let summary: String
  var kind = Kind.own

  /// An argument as the usage of its command shows it: `FILE`, `[FILE]`, `FILE ...` or `[FILE ...]`.
  var usage: String {
    let words = isRepeatable ? "\(name) ..." : name
    return isRequired ? words : "[\(words)]"
  }
}
