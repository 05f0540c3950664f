import TestSupport
import Testing

/// Returns a text for each issue that a closure records, which is then known: without the path of the
/// folder in which the files of the closure are.
func recordedIssues(
  in folder: TemporaryFolder, _ text: @escaping @Sendable (Issue) -> String, _ body: () -> Void
) -> [String] {
  let found = Guarded<[String]>([])
  withKnownIssue(isIntermittent: true) {
    body()
  } matching: { issue in
    found.withLock { $0.append(text(issue).replacing("\(folder.path)/", with: "")) }
    return true
  }
  return found.withLock(\.self)
}

extension Issue {
  /// The first comment.
  var text: String { comments.first?.rawValue ?? "" }
}
