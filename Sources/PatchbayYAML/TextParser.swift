import PatchbayDiagnostics

/// Reads one text in stages: encoding, directive lines, events, tree.
struct TextParser {
  let file: SourceFile
  let limits: YAMLLimits

  /// Returns the tree of the text; nil if it could not be read or must not be used.
  ///
  /// Marks in the file what must not be shown, before a diagnostic that refers to it is added.
  func parse(into collector: inout DiagnosticCollector) -> YAMLTree? {
    let text: CheckedText
    do {
      text = try CheckedText(file.bytes)
    } catch {
      return stop(Diagnostic(error, in: file), secrets: [], &collector)
    }
    if let excess = DirectiveLines.excess(in: file, from: text.contentStart, limits) {
      return stop(excess, secrets: [], &collector)
    }
    return parse(into: &collector) { () throws(YAMLProblem) in try EventReader(text) }
  }

  /// Returns the tree of a reader's events; nil after the error that prevents reading.
  func parse(
    into collector: inout DiagnosticCollector, _ open: () throws(YAMLProblem) -> EventReader
  ) -> YAMLTree? {
    do {
      return tree(of: try open(), &collector)
    } catch {
      return stop(lackOfMemory, secrets: [], &collector)
    }
  }

  private func tree(
    of reader: consuming EventReader, _ collector: inout DiagnosticCollector
  ) -> YAMLTree? {
    var builder = TreeBuilder(reader, file: file, limits: limits)
    do {
      try read(into: &builder)
    } catch {
      return stop(error.diagnostics[0], secrets: builder.secrets, &collector)
    }
    // Of a text that cannot be used, it is not known what is a secret.
    let possible = builder.isSound ? [] : SecretScanner.ranges(in: file.bytes)
    file.mark(
      redactions: (builder.secrets + possible).merged, repeated: builder.repeated.merged)
    for found in builder.diagnostics + builder.undefinedAnchors() { collector.add(found) }
    return builder.isSound ? builder.tree : nil
  }

  private func read(into builder: inout TreeBuilder) throws(DiagnosticsError) {
    while true {
      let event: YAMLEvent?
      do {
        event = try builder.reader.next()
      } catch {
        if error.isLackOfMemory { throw DiagnosticsError(lackOfMemory) }
        let site = SyntaxSite(
          error, in: file, isInFlow: builder.frames.last?.isFlow ?? false,
          secrets: builder.secrets + SecretScanner.ranges(in: file.bytes),
          lastScalar: builder.lastScalar?.range, limits: limits)
        throw DiagnosticsError(SyntaxRule.diagnostic(for: site))
      }
      guard let event else { return }
      try builder.add(event)
      // libyaml reads the directives of the next document before it reports that there is one.
      if event.kind == .documentEnd,
        let excess = DirectiveLines.excess(in: file, from: event.upperBound, limits)
      {
        throw DiagnosticsError(excess)
      }
    }
  }

  private var lackOfMemory: Diagnostic {
    Diagnostic(
      .unreadableFile, "`\(file.name)` cannot be read: memory ran out", at: file.wholePlace)
  }

  /// Reports what ended the reading early: the rest was not parsed, so every possible secret is
  /// hidden.
  private func stop(
    _ diagnostic: Diagnostic, secrets: [Range<Int>], _ collector: inout DiagnosticCollector
  ) -> YAMLTree? {
    file.mark(
      redactions: (secrets + SecretScanner.ranges(in: file.bytes)).merged, repeated: [])
    collector.add(diagnostic)
    return nil
  }
}
