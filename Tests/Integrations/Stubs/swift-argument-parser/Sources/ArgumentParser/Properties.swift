import Synchronization

/// The words of a command line that no property has taken yet.
final class Arguments: Sendable {
  private let words: Mutex<[String]>

  init(_ words: [String]) { self.words = Mutex(words) }

  func takeOption(_ name: String) -> String? {
    words.withLock { words in
      guard let index = words.firstIndex(of: "--\(name)"), index + 1 < words.count else {
        return nil
      }
      defer { words.removeSubrange(index...(index + 1)) }
      return words[index + 1]
    }
  }

  func takeAll() -> [String] {
    words.withLock { words in
      defer { words = [] }
      return words
    }
  }
}

/// `--name VALUE`, which may be left out. The real one reads any type.
@propertyWrapper
public struct Option: Decodable, Sendable {
  public var wrappedValue: String?

  public init(wrappedValue: String? = nil) { self.wrappedValue = wrappedValue }

  public init(from decoder: any Decoder) throws {
    let decoder = try ArgumentDecoder.of(decoder)
    wrappedValue = decoder.arguments.takeOption(decoder.name)
  }
}

public struct ArgumentArrayParsingStrategy: Sendable {
  /// All words from the first one on, also those that begin with a hyphen.
  public static let captureForPassthrough = ArgumentArrayParsingStrategy()
}

@propertyWrapper
public struct Argument: Decodable, Sendable {
  public var wrappedValue: [String]

  public init(wrappedValue: [String], parsing: ArgumentArrayParsingStrategy) {
    self.wrappedValue = wrappedValue
  }

  public init(from decoder: any Decoder) throws {
    wrappedValue = try ArgumentDecoder.of(decoder).arguments.takeAll()
  }
}

/// Gives each property of a command what the command line has for it.
struct ArgumentDecoder: Decoder {
  let arguments: Arguments
  var codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// The name of the property.
  var name: String { codingPath.last?.stringValue ?? "" }

  init(arguments: Arguments, codingPath: [any CodingKey] = []) {
    self.arguments = arguments
    self.codingPath = codingPath
  }

  static func of(_ decoder: any Decoder) throws -> ArgumentDecoder {
    guard let decoder = decoder as? ArgumentDecoder else {
      throw ValidationError(message: "only a command line is decoded")
    }
    return decoder
  }

  func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Properties(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.unsupported }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Self.unsupported }

  static let unsupported = ValidationError(message: "only options and arguments are decoded")
}

private struct Properties<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ArgumentDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try T(
      from: ArgumentDecoder(
        arguments: decoder.arguments, codingPath: decoder.codingPath + [key]))
  }

  func nestedContainer<Nested>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    throw ArgumentDecoder.unsupported
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw ArgumentDecoder.unsupported
  }

  func superDecoder() throws -> any Decoder { throw ArgumentDecoder.unsupported }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw ArgumentDecoder.unsupported }
}
