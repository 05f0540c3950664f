/// How grave a diagnostic is.
public enum Severity: String, Sendable, Hashable {
  /// Nothing can be built.
  case error
  /// Probably not what was meant; the plan is usable.
  case warning
}

/// One mistake, told once: the fact, the places that took part, and the way out.
///
/// A diagnostic is data. ``TerminalRenderer``, ``OneLineRenderer`` and ``JSONRenderer`` turn it into
/// text.
public struct Diagnostic: Sendable, Hashable {
  /// What kind of mistake it is.
  public var code: DiagnosticCode
  /// How grave it is.
  public var severity: Severity
  /// The fact; it stands alone on one line, begins in lower case and has no full stop.
  public var message: String
  /// The places that took part; the first is the primary one and may be missing only where no text
  /// has anything to do with the mistake.
  public var labels: [Label]
  /// Context that belongs to no place.
  public var notes: [String]
  /// Ways to mend it, best first.
  public var fixIts: [FixIt]
  /// The shortest path of requests from an entry point to what failed; empty where none is known.
  public var requestedBy: [ResolutionStep]

  /// Makes a diagnostic; an error where nothing else is said.
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
  /// A place and what stands there.
  public struct Label: Sendable, Hashable {
    /// Where it is.
    public var place: SourcePlace
    /// Makes sense alone; empty where the place says enough.
    public var message: String

    /// Makes a label.
    package init(_ place: SourcePlace, _ message: String = "") {
      self.place = place
      self.message = message
    }
  }

  /// A way to mend a mistake: a sentence, and the edits where they are known.
  public struct FixIt: Sendable, Hashable {
    /// What to do, as a sentence or a question.
    public var message: String
    /// What to change in the texts; empty where that is not known.
    public var edits: [Edit]
    /// A line to add somewhere, shown where no exact edit is known.
    public var suggestion: String?
    /// Whether a tool may apply the edits without asking.
    public var isCertain: Bool

    /// Makes a way out that a person has to agree to, unless it is certain.
    package init(
      _ message: String,
      edits: [Edit] = [],
      suggestion: String? = nil,
      isCertain: Bool = false
    ) {
      self.message = message
      self.edits = edits
      self.suggestion = suggestion
      self.isCertain = isCertain
    }
  }

  /// Replaces the text of one span.
  public struct Edit: Sendable, Hashable {
    /// What is replaced; an empty span is a place to insert at.
    public var span: SourceSpan
    /// What stands there afterwards.
    public var replacement: String

    /// Makes an edit.
    package init(_ span: SourceSpan, _ replacement: String) {
      self.span = span
      self.replacement = replacement
    }
  }

  /// One step of a path of requests: a service and where it is defined.
  public struct ResolutionStep: Sendable, Hashable {
    /// The key of the service.
    public var key: String
    /// Where it is defined; nil where it is not.
    public var place: SourcePlace?

    /// Makes a step.
    package init(_ key: String, _ place: SourcePlace?) {
      self.key = key
      self.place = place
    }
  }
}
