import PatchbayCore
import PatchbayDiagnostics

/// The inputs of an evaluation besides the text: none of them is read from the process.
struct LoadContext: Sendable {
  let environment: String?
  let variables: Variables
  let reader: FileReader
  let limits: LoadLimits
  /// The folders that `$(file:…)` may read from, canonical; the first is the root.
  let readableDirectories: [String]
  let sources: [String: any InterpolationSource]
}

/// The environment variables: every `$(env:…)` is answered here.
struct Variables: Sendable {
  /// What is known about one variable.
  enum Answer {
    case set(String)
    case unset
  }

  private let values: [String: String]

  init(_ values: [String: String]) { self.values = values }

  subscript(name: String) -> Answer { values[name].map { .set($0) } ?? .unset }

  /// The names of variables that are set and spelt nearly like one that is not.
  func names(near name: String, within hints: HintBudget) -> [String] {
    nearMisses(of: name, in: values.keys, within: hints)
  }
}
