import PatchbayCore
import PatchbayDiagnostics

/// The inputs of an evaluation besides the texts; none of them is read from the process.
///
/// A class, because a plan keeps it for its parameters, and a copy would cost 300 instructions.
final class LoadContext: Sendable {
  let environment: String?
  let variables: Variables
  /// What reads the files of `$(file:…)`.
  let reader: FileReader
  let limits: LoadLimits
  /// What the imports have left of the budget.
  let expansion: ExpansionBudget
  /// The folders that `$(file:…)` may read from, canonical; the first is the root.
  let readableDirectories: [String]
  let sources: [String: any InterpolationSource]
  /// Whether the definitions say which parameters and templates are used.
  let recordsUsage: Bool

  init(
    environment: String?, variables: Variables, reader: FileReader = FileReader(),
    limits: LoadLimits, expansion: ExpansionBudget? = nil, readableDirectories: [String] = [],
    sources: [String: any InterpolationSource], recordsUsage: Bool = false
  ) {
    (self.environment, self.variables, self.reader) = (environment, variables, reader)
    self.limits = limits
    self.expansion = expansion ?? ExpansionBudget(limit: limits.expandedParts)
    (self.readableDirectories, self.sources) = (readableDirectories, sources)
    self.recordsUsage = recordsUsage
  }
}

/// The environment variables for `$(env:…)`.
package struct Variables: Sendable {
  /// The state of one variable.
  enum Answer {
    case set(String)
    case unset
    /// It is not looked at.
    case unknown
  }

  private let values: [String: String]
  /// For flags that decide the wiring and are not looked at: the text that is assumed, by the
  /// reference; nil for the default. Those that are not listed are assumed to be true.
  let assumed: [String: Bool?]
  /// Whether variables, files outside the configuration's folder, and sources are not looked at.
  let areUnknown: Bool
  /// Whether the sources of texts that are known are kept, and the origins of all fields.
  let keepsSources: Bool

  /// Creates variables with values.
  package init(_ values: [String: String]) {
    self.values = values
    assumed = [:]
    areUnknown = false
    keepsSources = false
  }

  /// Creates variables that are not looked at.
  private init(
    assuming assumed: [String: Bool?], deciding values: [String: String] = [:],
    keepsSources: Bool = false
  ) {
    self.values = values
    self.assumed = assumed
    areUnknown = true
    self.keepsSources = keepsSources
  }

  /// Variables that are not looked at, nor files outside the configuration's folder, nor sources.
  package static let unknown = Variables(assuming: [:])

  /// Returns variables that are not looked at, with assumptions of flags that decide the wiring.
  static func unknown(assuming assumed: [String: Bool?]) -> Variables {
    Variables(assuming: assumed)
  }

  /// Returns variables that are not looked at, for a ``WiringModel``, which says where each text
  /// comes from; the values only decide flags such as `enabled`.
  package static func keepingSources(deciding values: [String: String]) -> Variables {
    Variables(assuming: [:], deciding: values, keepsSources: true)
  }

  /// Returns a flag that the values decide; nil if they do not.
  func flag(_ text: UnknownText) -> Bool? {
    switch keepsSources ? text.text(with: values) : nil {
    case "true": true
    case "false": false
    default: nil
    }
  }

  subscript(name: String) -> Answer {
    if areUnknown { return .unknown }
    return values[name].map { .set($0) } ?? .unset
  }

  /// Returns the names of variables that are similar to one that is not set.
  func names(near name: String) -> [String] { nearMisses(of: name, in: values.keys) }
}
