package import PatchbayDiagnostics

extension ConfigurationSource {
  /// Returns the files that a pattern matches, sorted by the bytes of their paths.
  ///
  /// - Parameters:
  ///   - pattern: A path with `*`, `?` and `**`, relative to the working directory.
  ///   - option: The option of a command that names it.
  /// - Returns: The files; empty if none matches.
  /// - Throws: ``DiagnosticsError`` if a folder cannot be listed.
  package static func files(
    matching pattern: String, option: String
  ) throws(DiagnosticsError) -> [ConfigurationSource] {
    let parsed = GlobPattern(pattern)
    let isAbsolute = pattern.utf8.first == UInt8(ascii: "/")
    let fixed = (isAbsolute ? "/" : "") + parsed.fixedParts.joined(separator: "/")
    let files: [String]
    do {
      files = try parsed.files(
        below: fixed.isEmpty ? "." : fixed, reader: FileReader(),
        mostFolders: LoadLimits().globFolders)
    } catch {
      throw DiagnosticsError(error.diagnostic(of: pattern))
    }
    return files.map {
      ConfigurationSource(
        path: fixed.isEmpty ? $0 : PathText.joined(fixed, $0), request: .option(option))
    }
  }
}

extension Sequence<ConfigurationSource> {
  /// Returns files that several patterns match, each once, sorted by the bytes of their paths.
  package var eachOnce: [ConfigurationSource] {
    Dictionary(map { ($0.path ?? "", $0) }, uniquingKeysWith: { first, _ in first })
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.value)
  }
}

extension GlobPattern.Failure {
  fileprivate func diagnostic(of pattern: String) -> Diagnostic {
    switch self {
    case .unreadable(let folder, let failure):
      Diagnostic(
        .unreadableFile, "the folder `\(folder)` cannot be listed: \(failure.description)",
        at: .file(folder))
    case .tooManyFolders:
      Diagnostic(
        .limitExceeded, "the pattern `\(pattern)` leads into too many folders", at: .file(pattern))
    }
  }
}
