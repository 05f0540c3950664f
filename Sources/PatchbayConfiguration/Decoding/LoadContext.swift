import PatchbayCore

/// What one decoding is given beside the text: nothing of it is read from the process.
struct LoadContext: Sendable {
  let environment: String?
  let variables: [String: String]
  let reader: FileReader
  let limits: LoadLimits
  /// The folders that `$(file:…)` may read from, canonical; the first is the root.
  let readableDirectories: [String]
  let sources: [String: any InterpolationSource]
  /// What the program says above all files.
  let coverage: Coverage
}
