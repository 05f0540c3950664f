import PatchbayDiagnostics

/// A diagnostic of this module before its source file exists.
///
/// Places are offsets: the file is created at the end of the parse, when its secrets are known.
struct Finding: Error, Sendable, Equatable {
  var code: DiagnosticCode
  var message: String
  /// The places involved, the primary first; none if the text cannot be shown at all.
  var labels: [Label]
  var notes: [String] = []
  var fixIts: [FixIt] = []

  struct Label: Sendable, Equatable {
    var range: Range<Int>
    var message: String
  }

  struct FixIt: Sendable, Equatable {
    var message: String
    var edits: [Edit] = []
    var isCertain = false
  }

  struct Edit: Sendable, Equatable {
    var range: Range<Int>
    var replacement: String
  }

  init(
    _ code: DiagnosticCode,
    _ message: String,
    at range: Range<Int>,
    _ label: String = "",
    notes: [String] = [],
    fixIts: [FixIt] = []
  ) {
    self.code = code
    self.message = message
    self.labels = [Label(range: range, message: label)]
    self.notes = notes
    self.fixIts = fixIts
  }

  /// Converts the finding to a diagnostic of the file.
  func diagnostic(in file: SourceFile) -> Diagnostic {
    let whole = file.swiftLocation.map { SourcePlace.swift($0) } ?? .file(file.name)
    return Diagnostic(
      code,
      message,
      labels: labels.isEmpty
        ? [.init(whole)]
        : labels.map { .init(.span(SourceSpan(file, $0.range)), $0.message) },
      notes: notes,
      fixIts: fixIts.map { fixIt in
        .init(
          fixIt.message,
          edits: fixIt.edits.map { .init(SourceSpan(file, $0.range), $0.replacement) },
          isCertain: fixIt.isCertain
        )
      }
    )
  }
}
