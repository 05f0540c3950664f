public struct ExitCode: Error {
  public let rawValue: Int32
  public init(_ rawValue: Int32) { self.rawValue = rawValue }
}

/// The real one also describes each command.
public struct ValidationError: Error {
  public let message: String
}

public struct CommandConfiguration: Sendable {
  let abstract: String
  let subcommands: [any ParsableCommand.Type]
  let defaultSubcommand: (any ParsableCommand.Type)?

  public init(
    abstract: String = "",
    subcommands: [any ParsableCommand.Type] = [],
    defaultSubcommand: (any ParsableCommand.Type)? = nil
  ) {
    self.abstract = abstract
    self.subcommands = subcommands
    self.defaultSubcommand = defaultSubcommand
  }
}

public protocol ParsableCommand: Decodable, SendableMetatype {
  static var configuration: CommandConfiguration { get }
  mutating func run() throws
  init()
}

extension ParsableCommand {
  public static var configuration: CommandConfiguration { CommandConfiguration() }
  public mutating func run() throws {}

  /// The name of the type in small letters; the real one puts hyphens between words.
  static var name: String { "\(Self.self)".lowercased() }
}

public protocol AsyncParsableCommand: ParsableCommand {
  mutating func run() async throws
}

extension AsyncParsableCommand {
  /// Returns the command that the arguments name.
  public static func asyncParseAsRoot(_ arguments: [String]) async throws -> any ParsableCommand {
    var words = arguments
    let configuration = configuration
    var command: any ParsableCommand.Type = Self.self
    if let named = configuration.subcommands.first(where: { $0.name == words.first }) {
      words.removeFirst()
      command = named
    } else if let other = configuration.defaultSubcommand {
      command = other
    }
    return try command.init(from: ArgumentDecoder(arguments: Arguments(words)))
  }
}
