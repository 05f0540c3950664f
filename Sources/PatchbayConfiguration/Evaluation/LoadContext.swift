import PatchbayCore
import PatchbayDiagnostics

/// The inputs of an evaluation besides the texts; none of them is read from the process.
struct LoadContext: Sendable {
  let environment: String?
  let variables: Variables
  let reader: FileReader
  let limits: LoadLimits
  /// The folders that `$(file:…)` may read from, canonical; the first is the root.
  let readableDirectories: [String]
  let sources: [String: any InterpolationSource]
}

/// The environment variables for `$(env:…)`.
struct Variables: Sendable {
  /// The state of one variable.
  enum Answer {
    case set(String)
    case unset
  }

  private let values: [String: String]

  init(_ values: [String: String]) { self.values = values }

  subscript(name: String) -> Answer { values[name].map { .set($0) } ?? .unset }

  /// Returns the names of variables that are similar to one that is not set.
  func names(near name: String, within hints: HintBudget) -> [String] {
    nearMisses(of: name, in: values.keys, within: hints)
  }
}
