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

/// Counts directive lines before libyaml reads them, because its cost for them is quadratic.
enum DirectiveLines {
  /// Returns the error if more directive lines than allowed precede the document that begins at
  /// or after an offset.
  static func excess(
    in file: SourceFile, from start: Int, _ limits: YAMLLimits
  ) -> Diagnostic? {
    let bytes = file.bytes
    var count = 0
    var line = start
    // Between documents: blank lines, comments, directives, and the end mark of the previous one.
    // The first line may be the rest of a line, which then contains only blanks and a comment.
    while line < bytes.count {
      var end = line
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      if bytes[line] == UInt8(ascii: "%") {
        count += 1
        if count > limits.directiveLines {
          return .exceeded("directiveLines", limits.directiveLines, at: file.place(line..<end)) {
            "more than \($0) directive lines precede a document"
          }
        }
      } else if !isBetweenDocuments(bytes[line..<end]) {
        return nil
      }
      line = end + 1
    }
    return nil
  }

  private static func isBetweenDocuments(_ line: ArraySlice<UInt8>) -> Bool {
    if line.starts(with: "...".utf8) { return true }
    guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 }) else { return true }
    return first == UInt8(ascii: "#")
  }
}
