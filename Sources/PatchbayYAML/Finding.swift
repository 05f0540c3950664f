import PatchbayDiagnostics

/// A diagnostic of this module before its source file exists, built part by part in the same way.
///
/// Places are offsets: the file is created at the end of the parse, when its secrets are known.
struct Finding: Error, Sendable, Equatable {
  let code: DiagnosticCode
  let message: String
  /// The places involved, the primary first; none if the text cannot be shown at all.
  private(set) var labels: [Label]
  private(set) var notes: [String] = []
  private(set) var fixIts: [FixIt] = []

  struct Label: Sendable, Equatable {
    var range: Range<Int>
    var message: String
  }

  struct FixIt: Sendable, Equatable {
    let message: String
    let edits: [Edit]
    let isCertain: Bool

    init(_ message: String, edits: [Edit] = [], isCertain: Bool = false) {
      (self.message, self.edits, self.isCertain) = (message, edits, isCertain)
    }

    init(_ message: String, replacing range: Range<Int>, with text: String) {
      self.init(message, edits: [Edit(range: range, replacement: text)])
    }
  }

  struct Edit: Sendable, Equatable {
    var range: Range<Int>
    var replacement: String
  }

  /// Creates a finding without a range if the text cannot be shown at all.
  init(
    _ code: DiagnosticCode, _ message: String, at range: Range<Int>? = nil, _ label: String = ""
  ) {
    (self.code, self.message) = (code, message)
    labels = range.map { [Label(range: $0, message: label)] } ?? []
  }

  /// Returns the finding of a limit, by its name in ``YAMLLimits``; `fact` says with its value how
  /// the text exceeds it.
  static func exceeded(
    _ name: String,
    _ limit: Int,
    at range: Range<Int>,
    _ label: String = "the first beyond the limit",
    _ fact: (String) -> String
  ) -> Finding {
    Finding(.limitExceeded, fact(limit.grouped), at: range, label)
      .note(Limit.note(name, limit))
      .fix(Limit.advice(name))
  }

  /// Returns the finding with a further place, if there is one.
  func label(_ range: Range<Int>?, _ message: String) -> Finding {
    changed { if let range { $0.labels.append(Label(range: range, message: message)) } }
  }

  func note(_ note: String) -> Finding { changed { $0.notes.append(note) } }

  /// Returns the finding with a further fix, which replaces a range if there is one.
  func fix(
    _ message: String, replacing range: Range<Int>? = nil, with text: String = "",
    isCertain: Bool = false
  ) -> Finding {
    let edits = range.map { [Edit(range: $0, replacement: text)] } ?? []
    return fix(FixIt(message, edits: edits, isCertain: isCertain))
  }

  /// Returns the finding with a further fix, if there is one.
  func fix(_ fixIt: FixIt?) -> Finding { changed { if let fixIt { $0.fixIts.append(fixIt) } } }

  private func changed(_ edit: (inout Finding) -> Void) -> Finding {
    var copy = self
    edit(&copy)
    return copy
  }

  /// Converts the finding to a diagnostic of the file.
  func diagnostic(in file: SourceFile) -> Diagnostic {
    let whole = file.swiftLocation.map { SourcePlace.swift($0) } ?? .file(file.name)
    let places = labels.map { Diagnostic.Label(.span(SourceSpan(file, $0.range)), $0.message) }
    return Diagnostic(
      code, message, labels: places.isEmpty ? [.init(whole)] : places, notes: notes,
      fixIts: fixIts.map { fixIt in
        .init(
          fixIt.message,
          edits: fixIt.edits.map { .init(SourceSpan(file, $0.range), $0.replacement) },
          isCertain: fixIt.isCertain)
      })
  }
}
