import Foundation
import Synchronization
public import SystemPackage

public protocol FileConfigSnapshot: Sendable {
  init(text: String) throws
  func value(for key: AbsoluteConfigKey) -> ConfigValue?
}

/// The strings and numbers of a JSON object, below the names of the objects that they are in.
public struct JSONSnapshot: FileConfigSnapshot {
  private struct NoObject: Error {}

  private var values: [AbsoluteConfigKey: ConfigValue] = [:]

  public init(text: String) throws {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    guard let object = value as? [String: Any] else { throw NoObject() }
    add(object, below: [])
  }

  public func value(for key: AbsoluteConfigKey) -> ConfigValue? { values[key] }

  private mutating func add(_ object: [String: Any], below path: [String]) {
    for (name, value) in object {
      let path = path + [name]
      switch value {
      case let text as String: values[AbsoluteConfigKey(path)] = ConfigValue(stringLiteral: text)
      case let number as Int: values[AbsoluteConfigKey(path)] = ConfigValue(integerLiteral: number)
      case let object as [String: Any]: add(object, below: path)
      default: break
      }
    }
  }
}

/// Reads a file when it is made, and again after each interval while it runs.
public final class ReloadingFileProvider<Snapshot: FileConfigSnapshot>: ConfigProvider {
  private let path: FilePath
  private let interval: Duration
  private let snapshot: Mutex<Snapshot>

  public init(filePath: FilePath, pollInterval: Duration = .seconds(15)) async throws {
    path = filePath
    interval = pollInterval
    snapshot = Mutex(try Self.read(filePath))
  }

  public func value(for key: AbsoluteConfigKey) -> ConfigValue? {
    snapshot.withLock { $0.value(for: key) }
  }

  /// Returns when it is cancelled. A file that cannot be read leaves the values as they are.
  public func run() async throws {
    while (try? await Task.sleep(for: interval)) != nil {
      guard let new = try? Self.read(path) else { continue }
      snapshot.withLock { $0 = new }
    }
  }

  private static func read(_ path: FilePath) throws -> Snapshot {
    try Snapshot(text: String(contentsOfFile: path.string, encoding: .utf8))
  }
}
