package import PatchbayDiagnostics

/// The variables and files that the wiring of one environment reads from outside the configuration.
package struct ExternalRequirements: Sendable {
  /// The variables, sorted by name.
  package var variables: [Variable] = []
  /// The files outside the configuration's folder, sorted by path.
  package var files: [File] = []

  package init() {}
}

extension ExternalRequirements {
  /// An environment variable that `$(env:…)` reads.
  package struct Variable: Sendable {
    package let name: String
    /// The value where the variable is unset, or empty unless ``keepsEmpty``; nil if it must be set.
    package var fallback: Fallback?
    /// Whether its text must never be shown: a value that is made of it is secret, or its name is
    /// that of a credential.
    package var isSecret: Bool
    /// What reads it, in the order of the configuration.
    package var readers: [Reader]

    /// The variables of which one that is set takes the place of this one, because only their default reads it; empty
    /// for one that has a default itself, or that must be set in any case.
    package var neededUnless: [String] {
      let needing = readers.filter { !$0.hasDefault }.map { $0.unless.map(\.name) }.uniqued
      return fallback == nil && needing.count == 1 ? needing[0] : []
    }

    /// Whether all that reads it reads an empty text, too, in place of the default.
    package var keepsEmpty: Bool { !readers.isEmpty && readers.allSatisfy(\.keepsEmpty) }
  }

  /// The value of a variable that is unset or empty.
  package enum Fallback: Sendable, Equatable {
    /// A text that may be shown.
    case text(String)
    /// `null` or `~`.
    case null
    /// A secret text, or one that is made of other variables.
    case hidden
    /// Not the same for all readers.
    case several
  }

  /// One place that reads a variable.
  package struct Reader: Sendable {
    /// The declared type, such as `Int`.
    package let type: String
    /// A description of valid texts, as the end of "must be …".
    package let expectation: String
    /// The only valid texts; empty for any that fits the expectation.
    package var cases: [String] = []
    /// The text around the variable, in which it is `$(env:NAME)`; nil if it is the whole text.
    package var pattern: String?
    /// What is given the value: ``the argument `port` of `server` ``.
    package let subject: String
    /// The place of the `$(env:…)`.
    package let place: SourcePlace
    /// Whether it has a default for where the variable is unset, or empty.
    package var hasDefault = false
    /// Whether an empty text is read in place of the default, as in `$(env:A??x)`.
    package var keepsEmpty = false
    /// The variables that must be unset, or empty, for it to read this one, as in
    /// `$(env:A:-$(env:B))`.
    package var unless: [UnknownUse.Condition] = []
    /// Whether what it reads is a part of a secret, whose text must not be shown.
    package var isSecret = false
    /// Returns whether a text of the variable can be read here; true if that is not known.
    package let accepts: @Sendable (String) -> Bool
  }

  /// A file outside the configuration's folder that `$(file:…)` reads.
  package struct File: Sendable {
    /// The path, relative to the folder of the root unless the configuration writes an absolute one.
    package let path: String
    /// What is given its text.
    package let subject: String
    /// The place of the `$(file:…)`.
    package let place: SourcePlace
  }
}

extension ExternalRequirements {
  /// Gathers what all uses need.
  init(_ uses: [UnknownUse]) {
    self.init()
    variables = uses.byVariable.map { name, uses in
      let readers = uses.map { use in
        Reader(
          type: use.reader.type.description, expectation: use.reader.expectation,
          cases: use.reader.cases, pattern: use.pattern, subject: use.subject,
          place: use.source.place, hasDefault: use.source.fallback != nil,
          keepsEmpty: use.source.keepsEmpty, unless: use.conditions, isSecret: use.isSecret,
          accepts: { use.accepts($0) })
      }
      return Variable(
        name: name, fallback: Self.fallback(uses),
        isSecret: SecretNames.isSecret(name) || uses.contains(where: \.isSecret),
        readers: readers)
    }
    let files = uses.compactMap { use -> File? in
      guard case .file = use.source.kind, let path = use.source.path else { return nil }
      return File(path: path, subject: use.subject, place: use.source.place)
    }
    self.files = files.uniqued(by: \.path).sortedByBytes(of: \.path)
  }

  /// Returns what a variable is where it is unset; nil if one use has no default.
  private static func fallback(_ uses: [UnknownUse]) -> Fallback? {
    var found: Fallback?
    for use in uses {
      guard let value = use.source.fallback else { return nil }
      let own: Fallback =
        switch value.content {
        case .null: .null
        case .scalar(let scalar) where value.disclosure == .open && !use.isSecret:
          .text(scalar.text)
        default: .hidden
        }
      found = found == nil || found == own ? own : .several
    }
    return found
  }
}

extension [UnknownUse] {
  /// The uses of each variable, in their order, by the names of the variables.
  var byVariable: [(name: String, uses: [UnknownUse])] {
    let named = Dictionary(grouping: self) { use -> String? in
      if case .variable(let name) = use.source.kind { name } else { nil }
    }
    return named.compactMap { name, uses in name.map { (name: $0, uses: uses) } }
      .sortedByBytes(of: \.name)
  }

  /// Returns the error of a variable that these read, and that no text satisfies: types of different kinds, such as a
  /// number and a duration; nil if there may be one.
  func conflict(over variable: String) -> Diagnostic? {
    // What is read only where another variable is unset may never be read.
    let differing = filter {
      $0.isWhole && $0.conditions.isEmpty && $0.reader.kind != nil
    }
    .uniqued(by: \.reader.kind)
    guard differing.count > 1 else { return nil }
    let labels = differing.map {
      Diagnostic.Label($0.source.place, "\($0.subject) must be \($0.reader.expectation)")
    }
    return Diagnostic(
      .variableConflict,
      "no text of the environment variable `\(variable)` can be read by everything that reads it",
      labels: labels
    )
    .fix("use a variable for each")
  }
}
