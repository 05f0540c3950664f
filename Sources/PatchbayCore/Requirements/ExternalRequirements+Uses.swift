import PatchbayDiagnostics

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
          unless: use.conditions, isSecret: use.isSecret, accepts: { use.accepts($0) })
      }
      return Variable(
        name: name, fallback: Self.fallback(uses),
        isSecret: SecretNames.isSecret(name) || uses.contains(where: \.isSecret),
        readers: readers)
    }
    let files = uses.compactMap { use -> File? in
      guard case .file(let path?) = use.source.kind else { return nil }
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
