public import Foundation

/// A folder of real files for one test, removed with it.
public final class TemporaryFolder: Sendable {
  /// The canonical path, as the loader sees it.
  public let path: String

  /// Creates a folder with the texts of its files.
  public init(_ files: [String: String] = [:]) throws {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "patchbay-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.resolvingSymlinksInPath().path
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and the folders on its path, and returns its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  /// Writes a file and the folders on its path, and returns its path.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    let url = URL(filePath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return file(name)
  }

  /// Creates a symbolic link.
  public func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: file(name), withDestinationPath: target)
  }

  /// The folder as a URL.
  public var url: URL { URL(filePath: path, directoryHint: .isDirectory) }

  /// The path of a file in the folder.
  public func file(_ name: String) -> String { "\(path)/\(name)" }
}
