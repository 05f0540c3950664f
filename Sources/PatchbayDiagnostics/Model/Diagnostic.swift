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
  /// The name, the type and the reader of a variable that is missing: several of them are shown as one block.
  package var row: [String] = []

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

/// Builds a diagnostic part by part, in the order in which it is shown.
///
/// ```swift
/// Diagnostic(.unknownTag, "no service has the tag `health`", at: place, "nothing is listed")
///   .label(similar, "a similar tag is used here")
///   .note("a tag is defined by the services that have it")
///   .fix("to allow an empty list, write `!tagged { name: health, allowEmpty: true }`")
/// ```
extension Diagnostic {
  /// Creates an error at its primary place, with a message about the place.
  package init(
    _ code: DiagnosticCode, _ message: String, at place: SourcePlace, _ label: String = ""
  ) {
    self.init(code, message, labels: [Label(place, label)])
  }

  /// Creates an error at a part of a text.
  package init(
    _ code: DiagnosticCode, _ message: String, at span: SourceSpan, _ label: String = ""
  ) {
    self.init(code, message, at: .span(span), label)
  }

  /// The same diagnostic as a warning.
  package var asWarning: Diagnostic { changed { $0.severity = .warning } }

  /// Returns the diagnostic with a further place; without a place, the diagnostic itself.
  package func label(_ place: SourcePlace?, _ message: String = "") -> Diagnostic {
    changed { if let place { $0.labels.append(Label(place, message)) } }
  }

  /// Returns the diagnostic with a further part of a text.
  package func label(_ span: SourceSpan?, _ message: String = "") -> Diagnostic {
    label(span.map { .span($0) }, message)
  }

  /// Returns the diagnostic with each of the notes.
  package func notes(_ notes: [String]) -> Diagnostic { changed { $0.notes += notes } }

  /// Returns the diagnostic with further places.
  package func labels(_ labels: [Label]) -> Diagnostic { changed { $0.labels += labels } }

  /// Returns the diagnostic with a further note, if there is one.
  package func note(_ note: String?) -> Diagnostic {
    changed { if let note { $0.notes.append(note) } }
  }

  /// Returns the diagnostic with a further fix.
  package func fix(
    _ message: String, edits: [TextEdit] = [], suggestion: String? = nil, isCertain: Bool = false
  ) -> Diagnostic {
    fix(FixIt(message, edits: edits, suggestion: suggestion, isCertain: isCertain))
  }

  /// Returns the diagnostic with a further fix, which replaces the text of a place.
  package func fix(
    _ message: String, replacing place: SourcePlace?, with text: String, isCertain: Bool = false
  ) -> Diagnostic {
    fix(FixIt(message, replacing: place, with: text, isCertain: isCertain))
  }

  /// Returns the diagnostic with a further fix, if there is one.
  package func fix(_ fixIt: FixIt?) -> Diagnostic {
    changed { if let fixIt { $0.fixIts.append(fixIt) } }
  }

  /// Returns the diagnostic with further fixes.
  package func fixes(_ fixIts: [FixIt]) -> Diagnostic { changed { $0.fixIts += fixIts } }

  /// Returns the diagnostic with a further step at the end of the path of requests.
  package func requested(_ key: String, at place: SourcePlace?) -> Diagnostic {
    changed { $0.requestedBy.append(ResolutionStep(key, place)) }
  }

  /// Returns the diagnostic with the path of requests; a path of one step carries no information.
  package func requested(by path: [ResolutionStep]) -> Diagnostic {
    changed { if path.count > 1 { $0.requestedBy += path } }
  }

  private func changed(_ edit: (inout Diagnostic) -> Void) -> Diagnostic {
    var copy = self
    edit(&copy)
    return copy
  }
}

extension Diagnostic.FixIt {
  /// Creates a fix that replaces the text of a place; a sentence alone if it is in no text.
  package init(
    _ message: String, replacing place: SourcePlace?, with text: String, isCertain: Bool = false
  ) {
    let edits = place?.span.map { [TextEdit($0, text)] } ?? []
    self.init(message, edits: edits, isCertain: isCertain)
  }
}
