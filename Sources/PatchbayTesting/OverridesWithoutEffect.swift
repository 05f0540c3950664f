import PatchbayCore
import PatchbayDiagnostics
import Testing

extension Container {
  /// Records each override that had no effect, at its line, as an issue that does not fail the test.
  ///
  /// - Parameter location: A location in the test's file, by which the path of that file is known; that of
  ///   the running test if it is nil. Nothing is recorded outside of a test.
  func warnOfOverridesWithoutEffect(near location: SourceLocation? = nil) {
    guard let location = location ?? Test.current?.sourceLocation else { return }
    for record in overrideRecords {
      guard let problem = record.problem else { continue }
      Issue.warn(
        problem, named: "override.txt", at: SourceLocation(record.location, near: location))
    }
  }
}

extension SourceLocation {
  /// Creates the location of a call, whose path is known if it is in the same file as another one.
  init(_ place: SwiftLocation, near other: SourceLocation) {
    // A file's identity is that of a module and a file, so it must have a slash.
    let fileID = place.fileID.utf8.contains(UInt8(ascii: "/")) ? place.fileID : "./\(place.fileID)"
    self.init(
      fileID: fileID, filePath: fileID == other.fileID ? other.path : fileID,
      line: max(place.line, 1), column: 1)
  }
}
