import PatchbayDiagnostics
import PatchbayYAML

/// A file of a load: parsed once, and split into sections.
struct LoadedFile: Sendable {
  let document: YAMLDocument
  let outline: FileOutline
  /// The name in messages: the path as the user wrote it, or the Swift place of an inline text.
  let name: String
  let layerName: String
  /// The canonical folder that its relative paths start in.
  let folder: String
  /// The indices of all files that it imports, directly or indirectly.
  let imported: Set<Int>
}

/// The files that one source adds to a load, in the order of their ranks.
struct FileGroup: Sendable {
  /// Indices into the load's files; each follows those that it imports.
  var files: [Int] = []
}
