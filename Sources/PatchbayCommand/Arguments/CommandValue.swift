/// What a word of a command line is: an argument of a command, or the value of an option.
///
/// It decides the name of the word in help texts, how a shell completes it, what is refused, and the type of
/// which the action gets it. A string literal is the name of any text, such as `"HOST"`.
public struct CommandValue<Word: Sendable>: Sendable {
  let form: ValueForm
  /// Returns the value of a text that fits.
  let read: @Sendable (String) -> Word?

  /// The same under another name in help texts.
  public func named(_ name: String) -> Self {
    Self(form: ValueForm(kind: form.kind, name: name), read: read)
  }
}

/// What fits as a word, and its name in help texts.
struct ValueForm: Sendable {
  enum Kind: Sendable {
    case service, parameter, tag, type, environment, anyName, file, pattern, number, text
    case choice([String])
  }

  let kind: Kind
  let name: String
}

extension CommandValue where Word == Int {
  /// A whole number from 0 on.
  public static var number: Self {
    Self(form: ValueForm(kind: .number, name: "NUMBER"), read: { Int($0) })
  }
}

extension CommandValue where Word == String {
  private init(_ kind: ValueForm.Kind, _ name: String) {
    self.init(form: ValueForm(kind: kind, name: name), read: { $0 })
  }

  /// The key of a service, a decorator or an alias.
  public static var service: Self { Self(.service, "KEY") }
  /// The name of a parameter, such as `http.port`.
  public static var parameter: Self { Self(.parameter, "PARAMETER") }
  /// A tag that services have.
  public static var tag: Self { Self(.tag, "TAG") }
  /// A type of the catalog.
  public static var type: Self { Self(.type, "TYPE") }
  /// An environment of the configuration.
  public static var environment: Self { Self(.environment, "NAME") }
  /// The name of anything: a service, a parameter, a tag or a type.
  public static var anyName: Self { Self(.anyName, "NAME") }
  /// The path of a file or of a folder.
  public static var file: Self { Self(.file, "FILE") }
  /// A pattern for paths, such as `Overlays/*.yaml`, which the shell must not expand.
  static var pattern: Self { Self(.pattern, "PATTERN") }

  /// One of several words.
  public static func choice(_ name: String, of words: [String]) -> Self {
    Self(.choice(words), name)
  }
}

extension CommandValue: ExpressibleByStringLiteral where Word == String {
  /// Creates the name of a text of any kind.
  public init(stringLiteral name: String) { self.init(.text, name) }
}

extension CommandValue: ExpressibleByUnicodeScalarLiteral where Word == String {
  /// Creates the name of a text of any kind.
  public init(unicodeScalarLiteral name: String) { self.init(.text, name) }
}

extension CommandValue: ExpressibleByExtendedGraphemeClusterLiteral where Word == String {
  /// Creates the name of a text of any kind.
  public init(extendedGraphemeClusterLiteral name: String) { self.init(.text, name) }
}
