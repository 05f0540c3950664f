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
  /// The values; nil if variables, files outside the configuration's folder, and sources are not
  /// looked at.
  let values: [String: String]?
  /// Whether the sources of texts that are known are kept, and the origins of all fields.
  let keepsSources: Bool

  /// Creates variables with values.
  package init(_ values: [String: String]) { self.init(values: values, keepsSources: false) }

  private init(values: [String: String]?, keepsSources: Bool) {
    (self.values, self.keepsSources) = (values, keepsSources)
  }

  /// Variables that are not looked at, nor files outside the configuration's folder, nor sources.
  package static let unknown = Variables(values: nil, keepsSources: false)

  /// Variables that are not looked at, for a ``WiringModel``, which says where each text comes from.
  package static let keepingSources = Variables(values: nil, keepsSources: true)

  /// Whether they are not looked at.
  var areUnknown: Bool { values == nil }

  /// Returns the names of variables that are similar to one that is not set.
  func names(near name: String) -> [String] { nearMisses(of: name, in: values?.keys ?? [:].keys) }
}

/// Returns the texts of `$(name:path)` for a name that the program registers.
///
/// A source has no side effects: a load calls it once for each path, in any order, while the plan
/// is checked, and never expands its texts.
public protocol InterpolationSource: Sendable {
  /// Returns the text at a path; nil if there is none.
  ///
  /// If it throws an error, the diagnostic does not contain the text of the error, which may be
  /// secret.
  func text(at path: String) throws -> InterpolatedText?
}

/// A text that a source returns, and whether it is secret.
public struct InterpolatedText: Sendable, Hashable {
  /// The text, in which `$(…)` is never expanded.
  public var text: String
  /// Whether it must never be printed.
  public var isSecret: Bool

  /// Creates a text.
  public init(_ text: String, isSecret: Bool = false) {
    self.text = text
    self.isSecret = isSecret
  }
}

extension InterpolatedText: SafelyMirrored {
  var mirrored: KeyValuePairs<String, Any> {
    ["text": isSecret ? "[secret]" : text, "isSecret": isSecret]
  }
}

/// A source that calls a closure.
public struct ClosureInterpolationSource: InterpolationSource {
  private let answer: @Sendable (String) throws -> InterpolatedText?

  /// Creates a source from a closure, which may be called from any thread.
  public init(_ answer: @escaping @Sendable (_ path: String) throws -> InterpolatedText?) {
    self.answer = answer
  }

  /// Returns the result of the closure.
  public func text(at path: String) throws -> InterpolatedText? { try answer(path) }
}
