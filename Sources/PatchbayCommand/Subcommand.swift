/// One command of a program: its name, what it takes, and what it does.
public struct Subcommand: Sendable {
  /// The word that people type.
  public let name: String
  let summary: String
  let details: String
  let arguments: [String]
  let options: [CommandOption]
  let exitCodes: [Int32: String]
  let action: @Sendable (Invocation) async throws -> Int32

  /// - Parameters:
  ///   - name: The word that people type.
  ///   - summary: One sentence for the list of commands.
  ///   - details: More for the command's own help text.
  ///   - arguments: Names of the words it takes, such as `KEY`; all must be given, but the last ones
  ///     in brackets, such as `[KEY]`.
  ///   - options: Its own, beside `--config`, `--environment` and `--overlay`, which every command
  ///     has.
  ///   - exitCodes: What its own exit codes mean, for the help text; those of ``ExitCode`` are known.
  ///   - action: Gives the exit code. A `DiagnosticsError` that it throws is shown and ends with
  ///     78, or with 64 where it knows no such environment; a ``UsageError`` ends
  ///     with 64, any other error with 70.
  public init(
    _ name: String,
    summary: String,
    details: String = "",
    arguments: [String] = [],
    options: [CommandOption] = [],
    exitCodes: [Int32: String] = [:],
    action: @escaping @Sendable (Invocation) async throws -> Int32
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.arguments = arguments
    self.exitCodes = exitCodes
    let own = Set(options.map(\.name))
    self.options = options + CommandOption.shared.filter { !own.contains($0.name) }
    self.action = action
  }
}

/// An option of a command: `--name`, or `--name VALUE`.
public struct CommandOption: Sendable {
  /// The option with its dashes, such as `--port`.
  public let name: String
  let value: String?
  let choices: [String]
  let isRepeatable: Bool
  let summary: String

  /// - Parameters:
  ///   - name: With its dashes, such as `--port`.
  ///   - value: What the help text calls its value, such as `NUMBER`; nil for an option without one.
  ///   - choices: The only values it may have; empty for any.
  ///   - isRepeatable: Whether it may be given more than once.
  ///   - summary: A short text for the help.
  public init(
    _ name: String,
    value: String? = nil,
    choices: [String] = [],
    isRepeatable: Bool = false,
    summary: String
  ) {
    self.name = name
    self.value = value
    self.choices = choices
    self.isRepeatable = isRepeatable
    self.summary = summary
  }
}

extension CommandOption {
  static let config = Self(
    "--config", value: "FILE", summary: "the configuration's root file instead of the program's own"
  )
  static let environment = Self(
    "--environment", value: "NAME",
    summary: "the environment; without it the one that PATCHBAY_ENV names, or the base alone")
  static let overlay = Self(
    "--overlay", value: "FILE", isRepeatable: true,
    summary: "a file that lies over all others; may be given several times, later ones win")

  static let shared = [environment, overlay, config]
}

/// A command was called wrongly; its own commands may throw it too.
public struct UsageError: Error, Sendable {
  /// The fact, without a full stop.
  public var message: String
  /// What to write instead.
  public var help: String?
  var subcommand: Subcommand?

  /// Makes an error that ends the command with its usage.
  public init(_ message: String, help: String? = nil) {
    self.init(message, help: help, subcommand: nil)
  }

  init(_ message: String, help: String? = nil, subcommand: Subcommand?) {
    self.message = message
    self.help = help
    self.subcommand = subcommand
  }
}
