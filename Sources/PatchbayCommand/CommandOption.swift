import PatchbayCore

/// An option of a command: `--name`, or `--name VALUE`.
public struct CommandOption: Sendable {
  /// The option with its dashes, such as `--port`.
  let name: String
  let value: CommandValue?
  let isRepeatable: Bool
  let summary: String
  /// Whether it is one that every command has, with the meaning that it has everywhere.
  private(set) var isShared = false
  /// Whether a command that it has no meaning for refuses it.
  private(set) var isRefused = false

  /// Creates an option.
  ///
  /// - Parameters:
  ///   - name: The option with its dashes, such as `--port`.
  ///   - value: What its value is, such as ``CommandValue/number`` or `"HOST"`; nil for an option without
  ///     a value.
  ///   - isRepeatable: Whether it may be given more than once.
  ///   - summary: A short text for the help.
  public init(
    _ name: String,
    value: CommandValue? = nil,
    isRepeatable: Bool = false,
    summary: String
  ) {
    self.name = name
    self.value = value
    self.isRepeatable = isRepeatable
    self.summary = summary
  }
}

extension CommandOption {
  static let config = Self(
    "--config", value: .file, summary: "the configuration's root file instead of the program's own")
  static let environment = Self(
    "--environment", value: .environment,
    summary: "the environment; without it the one that PATCHBAY_ENV names")
  static let overlay = Self(
    "--overlay", value: .file, isRepeatable: true,
    summary:
      "a file whose values override those of the others; may be given several times, later ones win"
  )

  static let envFile = Self(
    "--env-file", value: .file, isRepeatable: true,
    summary: """
      a file of lines NAME=VALUE, for variables that the process does not have; may be given several \
      times, later ones win
      """
  ).asShared
  static let color = Self(
    "--color", value: .choice("WHEN", of: ["auto", "always", "never"]),
    summary: "colours: auto (on a terminal, unless NO_COLOR is set), always, or never"
  ).asShared
  static let quiet = Self(
    "--quiet", summary: "show errors and results, but no warnings next to them, summary or progress"
  ).asShared

  static let shared = [environment, overlay, config, envFile, color, quiet]

  /// `--format`, which selects one of the formats of a command; without it, the first one is written.
  static func format<Format: CommandFormat>(_: Format.Type, summary: String) -> Self {
    let words = Format.allCases.map(\.rawValue)
    // `text` is the format for people in every command.
    let isForPeople = ["terminal", "table", "tree"].contains(words[0])
    return Self(
      "--format", value: .choice("FORMAT", of: words + (isForPeople ? ["text"] : [])),
      summary: summary)
  }

  /// Whether it is one that every command has, and not one of the same name.
  var isCommon: Bool { Self.shared.contains { $0.name == name && $0.summary == summary } }

  /// The option in a command for which it has no meaning.
  var refused: Self {
    var option = self
    option.isRefused = true
    return option
  }

  private var asShared: Self {
    var option = self
    option.isShared = true
    return option
  }
}

/// The formats of one command.
protocol CommandFormat: RawRepresentable<String>, CaseIterable {}

/// The formats of `show` and `why`.
enum AnswerFormat: String, CommandFormat { case text, json }

extension Invocation {
  /// Returns the format that `--format` selects; the first for `text`, unless it is the name of another.
  func format<Format: CommandFormat>(_: Format.Type = Format.self) -> Format {
    value(of: "--format").flatMap(Format.init) ?? Format.allCases[Format.allCases.startIndex]
  }
}

/// What a word of a command line is: an argument of a command, or the value of an option.
///
/// It decides the name of the word in help texts, how a shell completes it, and what is refused. A string
/// literal is the name of any text, such as `"HOST"`.
public struct CommandValue: Sendable, ExpressibleByStringLiteral {
  enum Kind: Sendable {
    case service, parameter, tag, type, environment, anyName, file, pattern, number, text
    case choice([String])
  }

  let kind: Kind
  /// The name in help texts.
  let name: String

  init(_ kind: Kind, _ name: String) {
    self.kind = kind
    self.name = name
  }

  /// Creates the name of a text of any kind.
  public init(stringLiteral name: String) { self.init(.text, name) }

  /// The key of a service, a decorator or an alias.
  public static let service = Self(.service, "KEY")
  /// The name of a parameter, such as `http.port`.
  public static let parameter = Self(.parameter, "PARAMETER")
  /// A tag that services have.
  public static let tag = Self(.tag, "TAG")
  /// A type of the catalog.
  public static let type = Self(.type, "TYPE")
  /// An environment of the configuration.
  public static let environment = Self(.environment, "NAME")
  /// The name of anything: a service, a parameter, a tag or a type.
  public static let anyName = Self(.anyName, "NAME")
  /// The path of a file or of a folder.
  public static let file = Self(.file, "FILE")
  /// A pattern for paths, such as `Overlays/*.yaml`, which the shell must not expand.
  static let pattern = Self(.pattern, "PATTERN")
  /// A whole number from 0 on.
  public static let number = Self(.number, "NUMBER")

  /// One of several words.
  public static func choice(_ name: String, of words: [String]) -> Self {
    Self(.choice(words), name)
  }

  /// The same under another name in help texts.
  public func named(_ name: String) -> Self { Self(kind, name) }
}
