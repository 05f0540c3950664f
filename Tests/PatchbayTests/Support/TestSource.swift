import Foundation

/// The source text of all tests, in which tables that name tests look for them.
enum TestSource {
  private static let texts: [String] = {
    let folder = Project.folder.appending(path: "Tests").path
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".swift") }.compactMap {
      try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
    }
  }()

  /// Returns whether there is a test `Suite/test`, or a suite `Suite`.
  static func hasTest(_ name: String) -> Bool {
    let parts = name.split(separator: "/")
    let suites = texts.filter { $0.contains("struct \(parts[0])") }
    return parts.count > 1
      ? suites.contains { $0.contains("func \(parts[1])(") } : !suites.isEmpty
  }
}
