package import PatchbayDiagnostics

/// A dotenv file: variables and their values, which no diagnostic shows.
package struct DotEnvFile: Sendable {
  /// The most bytes of a file: 1 MiB.
  static let mostBytes = 1 << 20
  /// The most diagnostics of one kind, as many as a report shows: each refers to the whole text.
  static let mostReports = 100

  /// The text; all but the names is hidden.
  package let file: SourceFile
  /// The assignments, in the order of the file.
  package let assignments: [Assignment]
  /// Whether the whole file could be read; otherwise it may set more variables.
  package let isComplete: Bool

  /// One variable that the file sets.
  package struct Assignment: Sendable {
    /// The name of the variable.
    package let name: String
    /// Its value, which must not be shown.
    package let value: String
    /// The place of the name.
    package let span: SourceSpan
  }

  /// The value of each variable; the last assignment is valid.
  package var values: [String: String] {
    Dictionary(last: assignments.map { ($0.name, $0.value) })
  }

  /// Returns variables, and those of files that they do not have; later files win.
  ///
  /// - Throws: `DiagnosticsError` with all that is wrong with the files, such as a name that one of them
  ///   sets twice.
  package static func variables(
    _ variables: [String: String], over paths: [String]
  ) throws(DiagnosticsError) -> [String: String] {
    var collector = DiagnosticCollector()
    let files = paths.compactMap { path in
      DotEnvFile(path: path, into: &collector)
    }
    try collector.throwErrors()
    return Dictionary(last: files.flatMap(\.assignments).map { ($0.name, $0.value) })
      .merging(variables) { $1 }
  }

  /// Reads a file; reports why it cannot be read, and every line that is wrong.
  ///
  /// - Returns: The file, with the assignments that are valid; nil if it cannot be read at all.
  package init?(path: String, into collector: inout DiagnosticCollector) {
    do throws(ReadFailure) {
      let bytes = try FileReader().bytes(ofNamed: path, limit: Self.mostBytes)
      self.init(name: path, bytes: bytes, into: &collector)
    } catch {
      collector.add(Self.unreadable(path, error))
      return nil
    }
  }

  /// Parses the text of a file; reports every line that is wrong.
  ///
  /// - Returns: The file, with the assignments that are valid; nil if it is not a text.
  package init?(name: String, bytes: [UInt8], into collector: inout DiagnosticCollector) {
    guard bytes.count <= Self.mostBytes else {
      collector.add(Self.unreadable(name, .tooLarge(bytes.count)))
      return nil
    }
    file = SourceFile(name: name, bytes: bytes, path: name)
    if let fault = Self.encodingFault(file) {
      // Without its lines, a text that is no dotenv file has no part that may be shown.
      file.hide([0..<bytes.count])
      collector.add(fault)
      return nil
    }
    let parser = DotEnvParser(file)
    file.hide(parser.hidden)
    assignments = parser.assignments
    isComplete = parser.isComplete
    for diagnostic in parser.diagnostics { collector.add(diagnostic) }
    reportRepetitions(into: &collector)
  }
}

// The diagnostics.
extension DotEnvFile {
  private static func unreadable(_ name: String, _ failure: ReadFailure) -> Diagnostic {
    switch failure {
    case .absent:
      let isRelative = name.utf8.first != UInt8(ascii: "/")
      let working = isRelative ? try? FileReader().canonicalPath(of: ".") : nil
      return Diagnostic(.fileNotFound, "there is no file `\(name)`", at: .file(name))
        .note(working.map(FileRequest.searched))
        .fix(.didYouMean(anyOf: FileReader().nearPaths(to: name, from: "."), replacing: nil))
    case .tooLarge(let bytes):
      return Diagnostic(
        .limitExceeded,
        "`\(name)` has \(bytes.grouped) bytes, more than a file of variables may have",
        at: .file(name)
      )
      .note("the limit is \(mostBytes.grouped) bytes")
    default:
      let fault = Diagnostic(
        .unreadableFile, "`\(name)` cannot be read: \(failure.description)", at: .file(name))
      guard case .notRegular = failure else { return fault }
      return fault.fix("name a file with a line `NAME=VALUE` for each variable")
    }
  }

  /// Returns the error of a file that is not UTF-8, or has a character that no variable can have.
  private static func encodingFault(_ file: SourceFile) -> Diagnostic? {
    let bytes = file.bytes
    let decoded = String(decoding: bytes, as: UTF8.self).utf8
    let valid = zip(decoded, bytes).prefix { $0 == $1 }.count
    func span(_ offset: Int) -> SourceSpan { SourceSpan(file, offset..<offset + 1) }
    if let offset = bytes[..<valid].firstIndex(of: 0) {
      return Diagnostic(
        .dotenvSyntax, "the file has a NUL character, which no variable can have",
        at: span(offset), "the first one")
    }
    if decoded.count == bytes.count, valid == bytes.count { return nil }
    return Diagnostic(
      .invalidEncoding, "the file is not encoded in UTF-8",
      at: span(min(valid, bytes.count - 1)), "this is no UTF-8"
    )
    .fix("save the file as UTF-8")
  }

  /// Reports each name that is set again: one of the lines has no effect.
  private func reportRepetitions(into collector: inout DiagnosticCollector) {
    var former: [String: SourceSpan] = [:]
    var count = 0
    for assignment in assignments {
      let span = assignment.span
      if let first = former[assignment.name], count < Self.mostReports {
        count += 1
        collector.add(
          Diagnostic(
            .repeatedVariable, "the file sets `\(assignment.name)` more than once", at: span,
            "set again"
          )
          .label(first, "set before").fix("remove the line with the wrong value"))
        // A snippet shows the one line between two others: it may be part of a value without quotes.
        let line = span.start.line - 1
        if first.start.line == line - 1 { file.hide([file.lineRange(line)]) }
      }
      former[assignment.name] = span
    }
  }
}

extension DotEnvFile: SafelyMirrored {
  package var mirrored: KeyValuePairs<String, Any> {
    ["file": file, "assignments": assignments.count]
  }
}

extension DotEnvFile.Assignment: SafelyMirrored {
  package var mirrored: KeyValuePairs<String, Any> { ["name": name, "span": span] }
}

extension Diagnostic.FixIt {
  /// Returns the fix of a variable that is empty, and so not set.
  package static func meaningOfEmpty(_ name: String) -> Self {
    Self(
      "set it, or write `$(env:\(name):-)` where a text or list may be empty, and `$(env:\(name):-null)` for an "
        + "optional; the default after `??` is only for one that is not set")
  }
}
