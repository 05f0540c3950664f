/// A mistake, and the complete text that reports it: one case of a parameterized test.
public struct Mistake<Content: Sendable>: Sendable, CustomStringConvertible {
  /// What the case is called.
  public let description: String
  /// The diagnostics, rendered.
  public let text: String
  /// Where the mistake is made.
  public let content: Content

  /// Creates a case.
  public init(_ name: String, _ text: String, _ content: Content) {
    description = name
    self.text = text
    self.content = content
  }
}
