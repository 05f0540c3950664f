import PatchbayDiagnostics

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
