#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file that `serve --start-profile` writes.
enum StartProfile {
  struct NotWritten: Error, CustomStringConvertible {
    let path: String

    var description: String { "the start profile cannot be written to `\(path)`" }
  }

  static func write(_ trace: String, to path: String) throws(NotWritten) {
    do {
      try Data(trace.utf8).write(to: URL(filePath: path))
    } catch {
      throw NotWritten(path: path)
    }
  }
}
