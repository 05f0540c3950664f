/// What the program was asked to do.
struct Options: Equatable {
  enum Command: Equatable {
    case serve, check, help
    case explain(key: String)
  }

  var command: Command
  var environment: String?
  var overlays: [String] = []
  /// Where the configuration lies; nil to look for it.
  var config: String?

  static let usage = """
    usage: shortlinks COMMAND [OPTIONS]

      serve        answer HTTP requests until the program is interrupted
      check        compare the configuration with the program, and build nothing
      explain KEY  tell where the service KEY and each of its values come from

      --environment NAME  the environment; PATCHBAY_ENV where it is left out
      --overlay FILE      a file that lies over all others; may be given more than once
      --config FILE       the configuration; Config/services.yaml where it is left out,
                          looked for in the working folder and those above it
      --help              this text
    """
}

extension Options {
  /// A mistake in how the program was called.
  struct UsageError: Error, Equatable {
    var message: String
  }

  /// Reads the words behind the program's name.
  init(parsing words: [String]) throws(UsageError) {
    var names: [String] = []
    var rest = words[...]
    command = .help
    while let word = rest.popFirst() {
      switch word {
      case "--help", "-h": return
      case "--environment": environment = try Self.value(of: word, &rest)
      case "--overlay": overlays.append(try Self.value(of: word, &rest))
      case "--config": config = try Self.value(of: word, &rest)
      case _ where word.hasPrefix("-"): throw UsageError(message: "unknown option \(word)")
      default: names.append(word)
      }
    }
    command = try Self.command(names)
  }

  private static func command(_ names: [String]) throws(UsageError) -> Command {
    switch (names.first, names.count) {
    case (nil, _): throw UsageError(message: "a command is missing")
    case ("serve", 1): return .serve
    case ("check", 1): return .check
    case ("help", 1): return .help
    case ("explain", 2): return .explain(key: names[1])
    case ("explain", 1): throw UsageError(message: "explain needs the key of a service")
    case ("serve", _), ("check", _), ("help", _), ("explain", _):
      throw UsageError(message: "unexpected \(names[names.count - 1])")
    case (let name?, _): throw UsageError(message: "unknown command \(name)")
    }
  }

  private static func value(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
      throw UsageError(message: "\(option) needs a value")
    }
    return value
  }
}
