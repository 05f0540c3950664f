#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds the files that tests name.
enum TestFiles {
  /// Resolves a relative path from the working directory, if the file exists there; else from the
  /// folder of the nearest `Package.swift` above a Swift file; else returns it unchanged.
  static func resolve(_ path: String, near swiftFile: String) -> String {
    if path.hasPrefix("/") || exists(path) { return path }
    guard let folder = packageFolder(of: swiftFile) else { return path }
    let candidate = folder + "/" + path
    return exists(candidate) ? candidate : path
  }

  /// Returns the folder of the nearest `Package.swift` above a Swift file; nil if there is none.
  static func packageFolder(of swiftFile: String) -> String? {
    var folder = parent(of: swiftFile)
    while let current = folder, !exists(current + "/Package.swift") { folder = parent(of: current) }
    return folder
  }

  private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private static func parent(of path: String) -> String? {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else {
      return nil
    }
    return String(path[..<slash])
  }
}
