/// A positional argument of a command: a word on the command line that belongs to no option.
///
/// ```swift
/// let files = CommandArgument(repeated: .file, summary: "the files to import")
/// ```
///
/// The optional arguments of a command follow the others, and one that is repeated is the last.
public struct CommandArgument<Result: Sendable>: CommandWord {
  /// What the library reads of it.
  public let _declaration: _WordDeclaration
  private let read: @Sendable ([String]) -> Result

  /// Returns what the action gets.
  public func _result(of words: [String]) -> Result { read(words) }

  private init(
    _ value: ValueForm, isRequired: Bool, isRepeatable: Bool = false, _ summary: String,
    read: @escaping @Sendable ([String]) -> Result
  ) {
    _declaration = _WordDeclaration(
      name: value.name, value: value, isRequired: isRequired, isRepeatable: isRepeatable,
      summary: summary)
    self.read = read
  }

  /// Creates an argument that must be given.
  ///
  /// - Parameters:
  ///   - value: What it is, such as ``CommandValue/service`` or `"ADDRESS"`. The name of the value is that of the
  ///     argument.
  ///   - summary: A short text for the help.
  public init(_ value: CommandValue<Result>, summary: String = "") {
    // The action runs only if the argument is there and fits.
    self.init(value.form, isRequired: true, summary) { value.read($0[0])! }
  }

  /// Creates an argument that may be left out.
  public init<Word>(optional value: CommandValue<Word>, summary: String = "")
  where Result == Word? {
    self.init(value.form, isRequired: false, summary) { $0.first.flatMap(value.read) }
  }

  /// Creates an argument that takes all words that follow, at least one if it is required.
  public init<Word>(
    repeated value: CommandValue<Word>, isRequired: Bool = true, summary: String = ""
  ) where Result == [Word] {
    self.init(value.form, isRequired: isRequired, isRepeatable: true, summary) {
      $0.compactMap(value.read)
    }
  }
}

extension Subcommand {
  /// Returns the argument that a word belongs to, by its position; nil for one word too many.
  func argument(at position: Int) -> _WordDeclaration? {
    if position < arguments.count { return arguments[position] }
    return arguments.last.flatMap { $0.isRepeatable ? $0 : nil }
  }
}
