import PatchbayDiagnostics

/// Runs the stages over one text: encoding, directive lines, events, tree.
struct TextParser {
  let name: String
  let bytes: [UInt8]
  let limits: YAMLLimits

  struct Result {
    var findings: [Finding] = []
    /// The ranges that must never be shown, sorted and disjoint.
    var redactions: [Range<Int>] = []
    /// The ranges that aliases repeat, sorted and disjoint.
    var repeated: [Range<Int>] = []
    /// Nil if the text could not be read or must not be used.
    var content: Content?
  }

  struct Content {
    var records: NodeRecords
    var copies: [UInt8]
    var tags: [String]
  }

  func parse() -> Result {
    let text: CheckedText
    do {
      text = try CheckedText(bytes)
    } catch {
      return stopped(by: Finding(error), secrets: [])
    }
    if let finding = DirectiveLines.excess(in: bytes, from: text.contentStart, limits) {
      return stopped(by: finding, secrets: [])
    }
    return result { () throws(YAMLProblem) in try EventReader(text) }
  }

  /// Returns the result of a reader's events, or of the error that prevents reading.
  func result(_ open: () throws(YAMLProblem) -> EventReader) -> Result {
    do {
      return result(of: try open())
    } catch {
      return stopped(by: lackOfMemory, secrets: [])
    }
  }

  private func result(of reader: consuming EventReader) -> Result {
    var builder = TreeBuilder(reader, bytes: bytes, limits: limits, fileName: name)
    do {
      try read(into: &builder)
    } catch {
      return stopped(by: error, secrets: builder.secrets)
    }
    var result = Result()
    // Of a text that cannot be used, it is not known what is a secret.
    let possible = builder.isSound ? [] : SecretScanner.ranges(in: bytes)
    result.redactions = (builder.secrets + possible).merged
    result.findings = builder.findings + builder.undefinedAnchors(hiding: result.redactions)
    result.repeated = builder.repeated.merged
    if builder.isSound {
      result.content = Content(
        records: builder.records.fitted, copies: builder.reader.copies,
        tags: builder.reader.tags.names)
    }
    return result
  }

  private func read(into builder: inout TreeBuilder) throws(Finding) {
    while true {
      let event: YAMLEvent?
      do {
        event = try builder.reader.next()
      } catch {
        if error.isLackOfMemory { throw lackOfMemory }
        let site = SyntaxSite(
          error, in: bytes, isInFlow: builder.frames.last?.isFlow ?? false,
          secrets: builder.secrets + SecretScanner.ranges(in: bytes),
          lastScalar: builder.lastScalar?.range, limits: limits)
        throw SyntaxRule.finding(for: site)
      }
      guard let event else { return }
      try builder.add(event)
      // libyaml reads the directives of the next document before it reports that there is one.
      if event.kind == .documentEnd,
        let finding = DirectiveLines.excess(in: bytes, from: event.upperBound, limits)
      {
        throw finding
      }
    }
  }

  private var lackOfMemory: Finding {
    Finding(.unreadableFile, "`\(name)` cannot be read: memory ran out")
  }

  /// Returns the result if reading ended early: the rest was not parsed, so every possible secret
  /// is hidden.
  private func stopped(by finding: Finding, secrets: [Range<Int>]) -> Result {
    Result(
      findings: [finding],
      redactions: (secrets + SecretScanner.ranges(in: bytes)).merged)
  }
}
