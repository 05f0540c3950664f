import PatchbayDiagnostics
import PatchbayYAML

/// A file of a load: parsed once, and taken apart.
struct LoadedFile: Sendable {
  let document: YAMLDocument
  let outline: FileOutline
  /// What messages call it: the path as the user gave it, or the Swift place of an inline text.
  let name: String
  /// What its layers are called.
  let layerName: String
  /// The canonical folder that its relative paths start in.
  let folder: String
  /// The indices of all files that it imports, those of its imports too.
  let imported: Set<Int>
}

/// The files that one source brings into a load, in the order of their ranks.
struct FileGroup: Sendable {
  /// Indices into the load's files; each after those that it imports.
  var files: [Int] = []
}
