/// The severity of a diagnostic.
public enum Severity: String, Sendable, Hashable {
  /// An error: the operation that reports it fails.
  case error
  /// A warning: probably a mistake, but the plan is usable.
  case warning
}

/// One error or warning: what is wrong, the places that are involved, and how to fix it.
///
/// A diagnostic is data. ``TerminalRenderer``, ``OneLineRenderer`` and ``JSONRenderer`` turn it
/// into text.
public struct Diagnostic: Sendable, Hashable {
  /// The kind of error.
  public var code: DiagnosticCode
  /// The severity of the diagnostic.
  public var severity: Severity
  /// What is wrong, in one line; begins in lower case and has no full stop.
  public var message: String
  /// The places that are involved, the primary one first. There is none only if the error has no
  /// place in any text.
  public var labels: [Label]
  /// Further information without a place.
  public var notes: [String]
  /// Ways to fix the error, best first.
  public var fixIts: [FixIt]
  /// The shortest path of requests from an entry point to the service that failed; empty if none is
  /// known.
  public var requestedBy: [ResolutionStep]

  /// Creates a diagnostic, of severity error by default.
  package init(
    _ code: DiagnosticCode,
    severity: Severity = .error,
    _ message: String,
    labels: [Label] = [],
    notes: [String] = [],
    fixIts: [FixIt] = [],
    requestedBy: [ResolutionStep] = []
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.labels = labels
    self.notes = notes
    self.fixIts = fixIts
    self.requestedBy = requestedBy
  }
}

extension Diagnostic {
  /// A place, with a message about it.
  public struct Label: Sendable, Hashable {
    /// The place.
    public var place: SourcePlace
    /// What is wrong or relevant there, understandable on its own; empty if the place says enough.
    public var message: String

    package init(_ place: SourcePlace, _ message: String = "") {
      self.place = place
      self.message = message
    }
  }

  /// A way to fix an error: a sentence, and the edits if they are known.
  public struct FixIt: Sendable, Hashable {
    /// What to do, as a sentence or a question.
    public var message: String
    /// The edits; empty if they are not known.
    public var edits: [TextEdit]
    /// A line to add somewhere, shown if no exact edit is known.
    public var suggestion: String?
    /// Whether a tool may apply the edits without asking.
    public var isCertain: Bool

    /// Creates a fix that requires confirmation, unless it is certain; an edit that writes a YAML tag
    /// replaces one before it.
    package init(
      _ message: String, edits: [TextEdit] = [], suggestion: String? = nil, isCertain: Bool = false
    ) {
      self.message = message
      self.edits = edits.map(\.replacingTag)
      self.suggestion = suggestion
      // Only these two tags say nothing.
      self.isCertain =
        isCertain
        && edits.allSatisfy { $0.tag.map { ["!", "!!str"].contains($0.text) } ?? true }
    }
  }

  /// One step of a path of requests: a service and the place of its definition.
  public struct ResolutionStep: Sendable, Hashable {
    /// The key of the service.
    public var key: String
    /// The place of its definition; nil if there is none.
    public var place: SourcePlace?

    package init(_ key: String, _ place: SourcePlace?) {
      self.key = key
      self.place = place
    }
  }
}
