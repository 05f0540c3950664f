#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finds the configuration from where the program was started.
enum ConfigurationFile {
  static let name = "Config/services.yaml"

  /// The path of the file in the working folder or the nearest folder above it that has one; its
  /// path in the working folder where none has.
  static func find() -> String {
    let folders = FileManager.default.currentDirectoryPath.split(separator: "/").count
    for depth in 0...folders {
      let path = String(repeating: "../", count: depth) + name
      if FileManager.default.fileExists(atPath: path) { return path }
    }
    return name
  }
}
