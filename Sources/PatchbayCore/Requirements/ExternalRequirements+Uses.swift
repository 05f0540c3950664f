import PatchbayDiagnostics

extension ExternalRequirements {
  /// Gathers what all uses need.
  init(_ uses: [UnknownUse]) {
    self.init()
    variables = VariableReaders.all(uses).map { variable in
      let readers = variable.uses.map { use in
        Reader(
          type: use.reader.type.description, expectation: use.reader.expectation,
          cases: use.reader.cases, pattern: use.pattern, subject: use.subject,
          place: use.source.place, hasDefault: use.source.fallback != nil,
          unless: use.conditions, isSecret: use.isSecret, accepts: { use.accepts($0) })
      }
      return Variable(
        name: variable.name, fallback: Self.fallback(variable.uses),
        isSecret: SecretNames.isSecret(variable.name) || variable.uses.contains(where: \.isSecret),
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
