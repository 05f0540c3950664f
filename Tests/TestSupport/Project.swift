public import Foundation

/// The project on disk.
public enum Project {
  /// The folder of the package.
  public static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The name of the package by which the compiler knows it, that of its folder.
  public static let packageName = String(
    folder.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })

  /// The folder of the running bundle.
  private static var products: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
  }

  /// The program that expands the macros, which is built next to the running bundle.
  public static var macroPlugin: URL { products.appending(path: "PatchbayMacrosPlugin-tool") }

  /// Arguments of compiler tools that find the library's modules, which are next to the running
  /// bundle, and the C modules beneath them.
  public static var moduleSearchPaths: [String] {
    return [
      "-I", products.appending(path: "Modules").path,
      "-I", folder.appending(path: "Sources/CPatchbayRuntime/include").path,
      "-I", folder.appending(path: "Sources/CPatchbayYAML").path,
    ]
  }
}
