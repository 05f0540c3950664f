/// An option of a command: `--name`, or `--name VALUE`.
///
/// ```swift
/// let limit = CommandOption("--limit", value: .number, summary: "how many accounts to import")
/// ```
public struct CommandOption<Result: Sendable>: CommandWord {
  /// What the library reads of it.
  public private(set) var _declaration: _WordDeclaration
  private let read: @Sendable ([String]) -> Result

  /// Returns what the action gets.
  public func _result(of words: [String]) -> Result { read(words) }

  var name: String { _declaration.name }

  init(
    _ name: String, _ value: ValueForm?, isRepeatable: Bool = false, _ summary: String,
    read: @escaping @Sendable ([String]) -> Result
  ) {
    _declaration = _WordDeclaration(
      name: name, value: value, isRepeatable: isRepeatable, summary: summary)
    self.read = read
  }

  /// Creates an option without a value.
  ///
  /// - Parameters:
  ///   - name: The option with its dashes, such as `--dry-run`.
  ///   - summary: A short text for the help.
  public init(_ name: String, summary: String) where Result == Bool {
    self.init(name, nil, summary) { !$0.isEmpty }
  }

  /// Creates an option with a value.
  ///
  /// - Parameters:
  ///   - name: The option with its dashes, such as `--port`.
  ///   - value: What its value is, such as ``CommandValue/number`` or `"HOST"`.
  ///   - summary: A short text for the help.
  public init<Word>(_ name: String, value: CommandValue<Word>, summary: String)
  where Result == Word? {
    self.init(name, value.form, summary) { $0.first.flatMap(value.read) }
  }

  /// Creates an option that may be given more than once, each time with a value.
  public init<Word>(_ name: String, values: CommandValue<Word>, summary: String)
  where Result == [Word] {
    self.init(name, values.form, isRepeatable: true, summary) { $0.compactMap(values.read) }
  }

  fileprivate var common: Self {
    var option = self
    option._declaration.kind = .common
    return option
  }
}

/// The options that every command has, unless it has one of its own of the same name.
enum CommonOption {
  static let environment = CommandOption(
    "--environment", value: .environment,
    summary: "the environment; without it the one that PATCHBAY_ENV names"
  ).common
  static let overlay = CommandOption(
    "--overlay", values: .file,
    summary:
      "a file whose values override those of the others; may be given several times, later ones win"
  ).common
  static let config = CommandOption(
    "--config", value: .file, summary: "the configuration's root file instead of the program's own"
  ).common
  static let envFile = CommandOption(
    "--env-file", values: .file,
    summary: """
      a file of lines NAME=VALUE, for variables that the process does not have; may be given several \
      times, later ones win
      """
  ).common
  static let color = CommandOption(
    "--color", value: .choice("WHEN", of: ["auto", "always", "never"]),
    summary: "colours: auto (on a terminal, unless NO_COLOR is set), always, or never"
  ).common
  static let quiet = CommandOption(
    "--quiet", summary: "show errors and results, but no warnings next to them, summary or progress"
  ).common

  static let all: [any CommandWord] = [environment, overlay, config, envFile, color, quiet]
}
