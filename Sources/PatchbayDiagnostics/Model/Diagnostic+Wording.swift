extension Diagnostic {
  /// Returns the diagnostic with the limit that was exceeded, and how to raise it.
  package func limit(_ name: String, _ value: Int) -> Diagnostic {
    note(Limit.note(name, value)).fix(Limit.advice(name))
  }

  /// Returns the diagnostic with a fix that asks whether a similar name was meant, if there is one.
  ///
  /// Such a fix is certain only if the candidates alone are valid (`isClosed`): configurations
  /// define keys and tags themselves.
  package func didYouMean(
    _ name: String,
    among candidates: some Sequence<String>,
    at place: SourcePlace?,
    isClosed: Bool = false
  ) -> Diagnostic {
    fix(.didYouMean(name, among: candidates, at: place, isClosed: isClosed))
  }
}

extension Diagnostic.FixIt {
  /// Asks whether a similar name was meant, and offers to write it as a YAML scalar; nil if no
  /// candidate is similar.
  package static func didYouMean(
    _ name: String,
    among candidates: some Sequence<String>,
    at place: SourcePlace?,
    isClosed: Bool = false
  ) -> Self? {
    didYouMean(
      anyOf: nearMisses(of: name, in: candidates),
      insteadOf: isClosed ? name : nil, replacing: place?.span, writing: ScalarText.written)
  }

  /// Asks whether one of several similar names was meant, and offers to write the first; nil without
  /// names.
  ///
  /// - Parameters:
  ///   - near: The similar names, best first.
  ///   - name: The name as written, if only the listed names are valid: then the only similar one is
  ///     certain, unless the two differ in a number. For `S3Store`, where only `S2Store` is known, a
  ///     typing error is not certain.
  ///   - span: The text to replace; nil if there is none.
  ///   - written: Returns a name as it is to be written.
  /// - Returns: The fix-it.
  package static func didYouMean(
    anyOf near: [String],
    insteadOf name: String? = nil,
    replacing span: SourceSpan?,
    writing written: (String) -> String = { $0 }
  ) -> Self? {
    guard let best = near.first else { return nil }
    func digits(_ text: String) -> [UInt8] { text.utf8.filter(\.isDigit) }
    return Self(
      "did you mean \(near.quoted(joinedBy: "or"))?",
      edits: span.map { [TextEdit($0, written(best))] } ?? [],
      isCertain: near.count == 1 && name.map { digits($0) == digits(best) } ?? false)
  }
}

extension Diagnostic {
  /// Creates the error of a cycle: its names, and a numbered label for each step.
  ///
  /// - Parameters:
  ///   - code: The kind of cycle.
  ///   - steps: Each name with the next one, and the place that leads to it.
  ///   - verb: What each does to the next, in the plural: `import`.
  ///   - noun: The kind of the names, if the message needs it: `parameter`.
  ///   - link: The same as `verb` for the labels, if they say it with another word.
  package init(
    _ code: DiagnosticCode, cycle steps: [(name: String, next: String, place: SourcePlace)],
    _ verb: String, noun: String? = nil, link: String? = nil
  ) {
    let names = steps.map(\.name)
    let one = noun.map { "the \($0) " } ?? ""
    let several = noun.map { "the \($0)s " } ?? ""
    self.init(
      code,
      names.count == 1
        ? "\(one)`\(names[0])` \(verb)s itself" : "\(several)\(names.quoted()) \(verb) each other",
      labels: Label.cycle(
        steps.map { ($0.place, "`\($0.name)` \(link ?? verb)s `\($0.next)`") }))
  }
}

extension Diagnostic.Label {
  /// One numbered label for each step of a cycle; the last says that it closes the cycle.
  fileprivate static func cycle(_ steps: [(place: SourcePlace, fact: String)]) -> [Self] {
    steps.enumerated().map { index, step in
      let isClosing = index == steps.count - 1 && steps.count > 1
      return Self(
        step.place, "\(index + 1). \(step.fact)\(isClosing ? ", closing the cycle" : "")")
    }
  }
}

/// The text that every message about a limit shares: its name, its value, how to raise it.
package enum Limit {
  /// Returns the note that names a limit of the load settings and its value.
  package static func note(_ name: String, _ value: Int) -> String {
    "the limit `\(name)` is \(value.grouped)"
  }

  /// Returns the fix, for a file that is neither an error nor an attack.
  package static func advice(_ name: String) -> String {
    "if it is meant to be so, raise `LoadSettings.limits.\(name)`"
  }
}

extension Collection<String> {
  /// Returns the texts as a list in words: `a`, `a and b`, or `a, b, and c`.
  package func inWords(joinedBy conjunction: String = "and") -> String {
    let all = Array(self)
    guard all.count > 2 else { return all.joined(separator: " \(conjunction) ") }
    return all.dropLast().joined(separator: ", ") + ", \(conjunction) \(all[all.count - 1])"
  }

  /// Returns the names in backticks as such a list.
  package func quoted(joinedBy conjunction: String = "and") -> String {
    map { "`\($0)`" }.inWords(joinedBy: conjunction)
  }

  /// Returns the first names as such a list, and how many more there are.
  package func quoted(first most: Int) -> String {
    prefix(most).quoted() + (count > most ? ", and \(count - most) more" : "")
  }

  /// Returns the first of many names as such a list; a list of thousands helps no reader, least of
  /// all in thousands of messages.
  package func someQuoted(joinedBy conjunction: String = "and") -> String {
    let most = 10
    guard count > most else { return quoted(joinedBy: conjunction) }
    return (prefix(most - 1).map { "`\($0)`" } + ["\(count - most + 1) more"])
      .inWords(joinedBy: conjunction)
  }
}
