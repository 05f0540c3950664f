import PatchbayCore
public import PatchbayDiagnostics
public import Testing

extension DiagnosticsError: CustomTestStringConvertible {
  /// The rendered diagnostics, with their proposals, which a failed test shows of the error that its body
  /// throws.
  public var testDescription: String { TerminalRenderer().render(diagnostics) }
}

extension DiagnosticsError {
  /// Returns the error of a load for a test, with what only holds for tests: a trait of a suite is
  /// written far from the tests that need a missing file, and the variables of the process are
  /// never read.
  func explained(for test: TestIdentity?, loadedBy function: String) -> DiagnosticsError {
    let diagnostics = diagnostics.map { diagnostic in
      switch diagnostic.code {
      case .fileNotFound:
        diagnostic.note(test.map { "the test `\($0.name)` has this trait" })
      case .missingEnvironmentVariable:
        diagnostic.note(
          "tests do not read the variables of the process: the argument `variables:` of "
            + "`\(function)` passes them")
      default: diagnostic
      }
    }
    return changed(diagnostics)
  }
}

extension Diagnostic {
  /// Records the diagnostic as an issue at its place, or at that of the call if it has none: an
  /// error fails the test, a warning does not.
  func record(calledAt location: SourceLocation) {
    let place = labels.first.flatMap { SourceLocation($0.place) } ?? location
    let text = TerminalRenderer().render([self])
    if severity == .error {
      Issue.record(Comment(rawValue: text), sourceLocation: place)
      return
    }
    Issue.warn(text, named: "\(code).txt", at: place)
  }
}

extension Issue {
  /// Records a text that does not fail the test.
  static func warn(_ text: String, named name: String, at location: SourceLocation) {
    #if compiler(>=6.3)
      record(Comment(rawValue: text), severity: .warning, sourceLocation: location)
    #else
      // An issue that does not fail a test is not known there.
      Attachment.record(text, named: name, sourceLocation: location)
    #endif
  }
}

extension Container {
  /// Records each override that had no effect, at its line, as an issue that does not fail the test.
  ///
  /// - Parameter location: A location in the test's file, by which the path of that file is known; that of
  ///   the running test if it is nil. Nothing is recorded outside of a test.
  func warnOfOverridesWithoutEffect(near location: SourceLocation? = nil) {
    guard let location = location ?? Test.current?.sourceLocation else { return }
    for receipt in overrideReceipts {
      guard let problem = receipt.problem else { continue }
      let place = SourceLocation(
        receipt.location.fileID, near: location, line: max(receipt.location.line, 1))
      Issue.warn(problem, named: "override.txt", at: place)
    }
  }
}

extension SourceLocation {
  /// Creates the location of a place in a file; nil for one in Swift, whose full path is not known.
  fileprivate init?(_ place: SourcePlace) {
    switch place {
    case .span(let span):
      guard let path = span.file.path else { return nil }
      let start = span.start
      self.init(path, line: start.line, column: start.column)
    case .file(let name): self.init(name, line: 1)
    case .swift: return nil
    }
  }

  /// Creates a location in a file, whose full path is known if another location is in the same.
  fileprivate init(_ file: String, near other: SourceLocation? = nil, line: Int, column: Int = 1) {
    // A file's identity is that of a module and a file, so it must have a slash.
    let fileID = file.utf8.contains(UInt8(ascii: "/")) ? file : "./\(file)"
    let path = other.flatMap { $0.fileID == fileID ? $0.path : nil }
    self.init(fileID: fileID, filePath: path ?? file, line: line, column: column)
  }

  var swiftLocation: SwiftLocation { SwiftLocation(fileID: fileID, line: line) }

  /// The full path of the file.
  var path: String {
    #if compiler(>=6.3)
      filePath
    #else
      _filePath
    #endif
  }
}
