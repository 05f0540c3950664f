/// Gives the texts of `$(name:path)` for a name that the program registers.
///
/// A source is pure: it is asked once for each path of a load, in any order, while the plan is
/// checked, and its answers are data that are never expanded again.
public protocol InterpolationSource: Sendable {
  /// The text at a path; nil where there is none. An error that it throws is reported without its own text,
  /// which may hold a secret.
  func text(at path: String) throws -> InterpolatedText?
}

/// A text that a source gives, and whether it may ever be printed.
public struct InterpolatedText: Sendable, Hashable {
  /// The text itself; it is never looked through for `$(…)`.
  public var text: String
  /// Whether it must never be printed.
  public var isSecret: Bool

  /// Makes an answer.
  public init(_ text: String, isSecret: Bool = false) {
    self.text = text
    self.isSecret = isSecret
  }
}

/// A source that asks a closure.
public struct ClosureInterpolationSource: InterpolationSource {
  private let answer: @Sendable (String) throws -> InterpolatedText?

  /// Makes a source of a closure, which may be called from any thread.
  public init(_ answer: @escaping @Sendable (_ path: String) throws -> InterpolatedText?) {
    self.answer = answer
  }

  /// Asks the closure.
  public func text(at path: String) throws -> InterpolatedText? { try answer(path) }
}
