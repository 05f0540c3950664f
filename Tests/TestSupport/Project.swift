public import Foundation

/// The project on disk.
public enum Project {
  /// The folder of the package.
  public static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Arguments of compiler tools that find the library's modules, which are next to the running
  /// bundle, and the C modules beneath them.
  public static var moduleSearchPaths: [String] {
    let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    return [
      "-I", products.appending(path: "Modules").path,
      "-I", folder.appending(path: "Sources/CPatchbayThread/include").path,
      "-I", folder.appending(path: "Sources/CPatchbayYAML").path,
    ]
  }
}
