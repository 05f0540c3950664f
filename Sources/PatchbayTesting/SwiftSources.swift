import Patchbay
import PatchbayConfiguration
import PatchbayMacroExpansion

/// The Swift files below some folders, found by what `#fileID` says of them.
struct SwiftSources {
  /// Why the calls of a file are not known.
  enum Failure: Error {
    case absent
    /// Several files have the name.
    case ambiguous
    case unreadable
  }

  /// What a file declares.
  struct File {
    let path: String
    let calls: [FactoryCall]
    let macros: Set<Int>
  }

  /// The folders without a Swift file.
  private(set) var empty: [String] = []
  private var paths: [Substring: [String]] = [:]
  private var files: [String: File] = [:]
  /// Larger files are not written by hand.
  private static let mostBytes = 4 << 20

  /// Lists the files below folders.
  init(_ folders: [String], near swiftFile: String) throws(DiagnosticsError) {
    for folder in folders {
      let pattern = TestFiles.resolve(folder, near: swiftFile) + "/**/*.swift"
      let found = try ConfigurationSource.files(matching: pattern, option: "sources")
        .compactMap(\.path)
      if found.isEmpty { empty.append(folder) }
      for path in found {
        let name = path.split(separator: "/").last ?? ""
        if paths[name]?.contains(path) != true { paths[name, default: []].append(path) }
      }
    }
  }

  /// Returns the file that `#fileID` names: `App/Catalog.swift`.
  mutating func file(_ fileID: String) throws(Failure) -> File {
    if let file = files[fileID] { return file }
    let parts = fileID.split(separator: "/")
    var candidates = paths[parts.last ?? "", default: []]
    if candidates.count > 1, let module = parts.first {
      // The folder of a target usually has the name of its module.
      candidates = candidates.filter { $0.split(separator: "/").contains(module) }
    }
    guard let path = candidates.first else { throw .absent }
    guard candidates.count == 1 else { throw .ambiguous }
    guard let bytes = try? FileReader().bytes(ofLinked: path, limit: Self.mostBytes) else {
      throw .unreadable
    }
    let text = SourceText(String(decoding: bytes, as: UTF8.self))
    let file = File(path: path, calls: text.factoryCalls, macros: text.linesOfMacros)
    files[fileID] = file
    return file
  }
}
