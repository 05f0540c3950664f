import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// A file of a load, or a text of the program: parsed once, and split into sections.
struct LoadedFile: Sendable {
  /// The name in messages: the path as the user wrote it, or the Swift place of an inline text.
  let name: String
  let layerName: String
  /// The canonical folder that its relative paths start in.
  let folder: String
  /// Whether it is an overlay, a sibling, or imported by one of them.
  let isOverlay: Bool
  /// The place of a text in Swift source.
  var location: SwiftLocation?
  /// The path that it was read from; nil for a text of the program.
  var path: String?
  var byteCount = 0
  /// Nil if it could not be parsed.
  var text: SourceFile?
  var outline = FileOutline()
  /// The diagnostics of parsing it, and of its top level.
  var diagnostics: [Diagnostic] = []
  /// The indices of all files that it imports, directly or indirectly.
  var imported: Set<Int> = []

  init(name: String, layerName: String, folder: String, isOverlay: Bool) {
    (self.name, self.layerName, self.folder) = (name, layerName, folder)
    self.isOverlay = isOverlay
  }
}

/// The files that many checks of one configuration have parsed, so that each is parsed once; their
/// imports are not part of them.
///
/// May be used from any thread.
final class ParsedFiles: Sendable {
  /// A file is parsed again under another name, and in another rank, where other rules apply.
  struct Key: Hashable, Sendable {
    let canonicalPath: ExactText
    let name: ExactText
    let isOverlay: Bool
  }

  private let files = Locked<[Key: LoadedFile]>([:])

  /// Whether a file was parsed, under any name.
  func contains(_ canonicalPath: String) -> Bool {
    files.withLock { $0.keys.contains { $0.canonicalPath == ExactText(canonicalPath) } }
  }

  subscript(key: Key) -> LoadedFile? {
    get { files.withLock { $0[key] } }
    set { files.withLock { $0[key] = newValue } }
  }
}
