#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds files that tests name.
enum TestFiles {
  /// A relative path from the working directory, where the file is there; else from the folder of
  /// the nearest `Package.swift` above a Swift file; else as it was given.
  static func resolve(_ path: String, near swiftFile: String) -> String {
    if path.hasPrefix("/") || exists(path) { return path }
    var folder = parent(of: swiftFile)
    while let current = folder {
      if exists(current + "/Package.swift") {
        let candidate = current + "/" + path
        return exists(candidate) ? candidate : path
      }
      folder = parent(of: current)
    }
    return path
  }

  private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private static func parent(of path: String) -> String? {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else {
      return nil
    }
    return String(path[..<slash])
  }
}
