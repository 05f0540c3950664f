import PatchbayCore
import PatchbayDiagnostics
import Testing

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

extension SourceLocation {
  /// Creates the location of a place in a file; nil for one in Swift, whose full path is not known.
  fileprivate init?(_ place: SourcePlace) {
    switch place {
    case .span(let span):
      guard let path = span.file.path else { return nil }
      let start = span.start
      self.init(fileID: path, line: start.line, column: start.column)
    case .file(let name): self.init(fileID: name, line: 1, column: 1)
    case .swift: return nil
    }
  }

  private init(fileID path: String, line: Int, column: Int) {
    // A file's identity is that of a module and a file, so it must have a slash.
    self.init(
      fileID: path.utf8.contains(UInt8(ascii: "/")) ? path : "./\(path)", filePath: path,
      line: line, column: column)
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
