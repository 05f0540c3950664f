import PatchbayConfiguration
import PatchbayDiagnostics

/// Writes diagnostics in the formats of CI services, which no program but the command line needs.
package enum CIReport {}

/// What the formats of CI services show of a diagnostic.
struct ReportRow {
  let severity: Severity
  let code: String
  let message: String
  /// The message, the notes and the fixes, without their places.
  let sentences: [String]
  /// The first fix.
  let fix: Diagnostic.FixIt?
  /// The primary place.
  let place: ReportPlace?

  /// Returns the rows of the first diagnostics, up to the limit, and the number of the others;
  /// `repositoryPath` returns the path of a file from the root of the repository.
  static func rows(
    _ diagnostics: [Diagnostic], limit: Int, repositoryPath: (String) -> String = { $0 }
  ) -> (rows: [ReportRow], omitted: Int) {
    diagnostics.hideInEqualFiles()
    let shown = diagnostics.prefix(max(0, limit))
    return (shown.map { ReportRow($0, repositoryPath) }, diagnostics.count - shown.count)
  }

  private init(_ diagnostic: Diagnostic, _ repositoryPath: (String) -> String) {
    severity = diagnostic.severity
    code = diagnostic.code.name
    message = diagnostic.message
    sentences = diagnostic.sentences
    fix = diagnostic.fixIts.first
    place = diagnostic.labels.first.map { ReportPlace($0.place, repositoryPath) }
  }

  /// A text with the name of the place before it if it is in Swift source, without a break.
  func withSwiftPlace(_ text: String) -> String {
    place.flatMap { $0.isInSwift ? "\($0.name): \(text)" : nil } ?? text
  }
}

/// A place as a CI service finds it.
struct ReportPlace {
  /// The full name in messages.
  let name: String
  /// The path from the root of the repository; of Swift source, the module and the file.
  let path: String
  /// Whether it is in Swift source, of a text there that of its literal.
  ///
  /// `#fileID` names the module and the file without the folders between them. A CI service finds
  /// no file by that, so its formats have the name in the message instead of a link.
  let isInSwift: Bool
  /// The line where it begins; nil for a whole file.
  let line: Int?
  /// Where it begins, and where the text behind it does; nil for a whole file and for Swift source.
  let region: (start: LineColumn, end: LineColumn)?

  init(_ place: SourcePlace, _ repositoryPath: (String) -> String) {
    name = place.displayName
    let location: SwiftLocation?
    switch place {
    case .span(let span): location = span.file.swiftLocation
    case .file: location = nil
    case .swift(let swift): location = swift
    }
    isInSwift = location != nil
    line = location?.line ?? place.span?.start.line
    switch place {
    case .span(let span): path = location?.fileID ?? repositoryPath(span.file.name)
    case .file(let name): path = repositoryPath(name)
    case .swift(let swift): path = swift.fileID
    }
    let span = location == nil ? place.span : nil
    region = span.map { ($0.start, $0.file.lineColumn(at: $0.range.upperBound)) }
  }
}

/// Paths from the root of a repository, by which a CI service finds its files.
struct RepositoryPaths: Sendable {
  private let folder = canonical(".")
  /// The root as it was named, for absolute paths, and without symbolic links, for relative ones.
  private let roots: [String]

  /// Creates the paths of the repository that GitHub names by its variable.
  init(ofGitHub variables: [String: String]) { self.init(root: variables["GITHUB_WORKSPACE"]) }

  /// Creates the paths of the repository that GitLab names by its variable.
  init(ofGitLab variables: [String: String]) { self.init(root: variables["CI_PROJECT_DIR"]) }

  /// Creates the paths of a repository; without a root, it is the working directory.
  init(root: String?) {
    let root = root ?? ""
    roots = root.isEmpty ? [folder] : [root, Self.canonical(root)]
  }

  /// Returns the path from the root to a file; as it is for a file outside.
  func path(to file: String) -> String {
    let path = PathText.tidied(PathText.joined(folder, file))
    return roots.lazy.compactMap { PathText.relative(path, to: $0) }.first ?? file
  }

  private static func canonical(_ path: String) -> String {
    (try? FileOperations.system.canonicalPath(path).get()) ?? path
  }
}
