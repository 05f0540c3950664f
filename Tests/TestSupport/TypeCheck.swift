import Foundation

/// The compiler's check of the sources of a module, with the library's modules and macros.
public enum TypeCheck {
  /// Returns what the compiler says of sources that it does not accept; empty if it accepts them.
  public static func errors(in files: [String: String], options: [String] = []) throws -> String {
    let folder = try TemporaryFolder(files)
    guard let compiler = Tool("swiftc") else { return "there is no swiftc" }
    let result = try compiler.run(
      [
        "-typecheck", "-swift-version", "6", "-module-name", "App", "-diagnostic-style", "llvm",
        "-load-plugin-executable", "\(Project.macroPlugin.path)#PatchbayMacrosPlugin",
      ] + Project.moduleSearchPaths + options + files.keys.sorted().map(folder.file))
    if result.code == 0 { return "" }
    return (result.text + result.errors).replacing(folder.path + "/", with: "")
  }
}
