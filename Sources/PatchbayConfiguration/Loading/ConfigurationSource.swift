package import PatchbayDiagnostics

/// A source to load: a file, or a text of the program.
///
/// A string literal is a path: `let source: ConfigurationSource = "Config/services.yaml"`.
public struct ConfigurationSource: Sendable, Hashable, ExpressibleByStringLiteral {
  enum Content: Sendable, Hashable {
    case path(String)
    /// A text, and the place of one in Swift source.
    case text([UInt8], name: String, SwiftLocation? = nil)
  }

  let content: Content
  /// The path of a source that is a file; nil for a text that the program itself holds.
  package var path: String? {
    if case .path(let path) = content { path } else { nil }
  }
  /// The name of the text in diagnostics.
  package var displayName: String {
    switch content {
    case .path(let path): path
    case .text(_, let name, _): name
    }
  }
  /// The origin of the file's name, for the message that the file does not exist.
  package var request: FileRequest?

  /// Creates a source from a file, as the program would open it: relative to the working directory.
  public init(path: String) { content = .path(path) }

  /// Creates a source from a file that a command or a test names.
  package init(path: String, request: FileRequest) {
    content = .path(path)
    self.request = request
  }

  /// Creates a source from a file, like ``init(path:)``.
  public init(stringLiteral path: String) { self.init(path: path) }

  /// Returns a source from a text in Swift source; messages about it name its Swift line.
  public static func inline(
    _ yaml: String,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Self {
    let name = "\(PathText.lastPart(of: fileID)):\(line)"
    return Self(.text(Array(yaml.utf8), name: name, SwiftLocation(fileID: fileID, line: line)))
  }

  /// Returns a source from bytes, with the name that messages use for them.
  public static func bytes(_ bytes: [UInt8], name: String) -> Self {
    Self(.text(bytes, name: name))
  }

  private init(_ content: Content) { self.content = content }
}

// What `dump` and `print` show of it: no text.
extension ConfigurationSource: SafelyMirrored {
  package var mirrored: KeyValuePairs<String, Any> {
    switch content {
    case .path(let path): ["path": path]
    case .text(_, let name, _): ["text": name]
    }
  }
}

// Files that match patterns.
extension ConfigurationSource {
  /// Returns the files that a pattern with `*`, `?` and `**` of an option matches, sorted by the
  /// bytes of their paths; throws if a folder cannot be listed.
  package static func files(
    matching pattern: String, option: String
  ) throws(DiagnosticsError) -> [ConfigurationSource] {
    let parsed = GlobPattern(pattern)
    let folder = parsed.folder
    let files: [String]
    var budget = ExpansionBudget()
    do {
      files = try parsed.files(
        below: folder.isEmpty ? "." : folder, reader: FileReader(), within: &budget)
    } catch {
      switch error {
      case .unreadable(let folder, let failure):
        throw DiagnosticsError(failure.unlisted(folder, at: .file(folder)))
      case .tooManyFiles:
        throw DiagnosticsError(
          Diagnostic(
            .limitExceeded, "the pattern `\(pattern)` looks at too many files",
            at: .file(pattern)))
      }
    }
    return files.map {
      ConfigurationSource(path: PathText.joined(folder, $0), request: .option(option))
    }
  }

  /// Returns patterns that match a file and are similar to one that matches none: with a similar folder,
  /// a similar name, or the other extension of YAML.
  package static func patterns(near pattern: String) -> [String] {
    let parsed = GlobPattern(pattern)
    var near = FileReader().nearPaths(to: pattern, from: ".")
    if near.isEmpty {
      near += FileReader().nearPaths(to: parsed.folder, from: ".", isFolder: true)
        .map { PathText.joined($0, parsed.parts.joined(separator: "/")) }
    }
    for (one, other) in [(".yaml", ".yml"), (".yml", ".yaml")] where pattern.hasSuffix(one) {
      near.append(pattern.dropLast(one.count) + other)
    }
    return near.filter { ((try? files(matching: $0, option: "")) ?? []).isEmpty == false }
  }
}

extension Sequence<ConfigurationSource> {
  /// Returns files that several patterns match, each once, sorted by the bytes of their paths.
  package var eachOnce: [ConfigurationSource] {
    uniqued { $0.path.map(ExactText.init) }.sortedByBytes { $0.path ?? "" }
  }
}
