package import PatchbayDiagnostics

extension ConfigurationSource {
  /// Returns the files that a pattern with `*`, `?` and `**` of an option matches, sorted by the
  /// bytes of their paths; throws if a folder cannot be listed.
  package static func files(
    matching pattern: String, option: String
  ) throws(DiagnosticsError) -> [ConfigurationSource] {
    let parsed = GlobPattern(pattern)
    let fixed = parsed.fixedPath
    let files: [String]
    var budget = ExpansionBudget()
    do {
      files = try parsed.files(
        below: fixed.isEmpty ? "." : fixed, reader: FileReader(), within: &budget)
    } catch {
      throw DiagnosticsError(error.diagnostic(of: pattern))
    }
    return files.map {
      ConfigurationSource(
        path: fixed.isEmpty ? $0 : PathText.joined(fixed, $0), request: .option(option))
    }
  }

  /// Returns patterns that match a file and are similar to one that matches none: with a similar folder,
  /// a similar name, or the other extension of YAML.
  package static func patterns(near pattern: String) -> [String] {
    let parsed = GlobPattern(pattern)
    let hints = HintBudget()
    var near = FileReader().nearPaths(to: pattern, from: ".", within: hints)
    if near.isEmpty, !parsed.fixedParts.isEmpty {
      near += FileReader().nearPaths(
        to: parsed.fixedPath, from: ".", within: hints, isFolder: true
      )
      .map { PathText.joined($0, parsed.wildParts.joined(separator: "/")) }
    }
    for (one, other) in [(".yaml", ".yml"), (".yml", ".yaml")] where pattern.hasSuffix(one) {
      near.append(pattern.dropLast(one.count) + other)
    }
    return near.filter { ((try? files(matching: $0, option: "")) ?? []).isEmpty == false }
  }
}

extension GlobPattern {
  /// The folder to start in, as it is written.
  fileprivate var fixedPath: String {
    (isAbsolute ? "/" : "") + fixedParts.joined(separator: "/")
  }
}

extension Sequence<ConfigurationSource> {
  /// Returns files that several patterns match, each once, sorted by the bytes of their paths.
  package var eachOnce: [ConfigurationSource] {
    uniqued { $0.path.map(ExactText.init) }.sortedByBytes { $0.path ?? "" }
  }
}

extension GlobPattern.Failure {
  fileprivate func diagnostic(of pattern: String) -> Diagnostic {
    switch self {
    case .unreadable(let folder, let failure):
      Diagnostic(
        .unreadableFile, "the folder `\(folder)` cannot be listed: \(failure.description)",
        at: .file(folder))
    case .tooManyFiles:
      Diagnostic(
        .limitExceeded, "the pattern `\(pattern)` looks at too many files", at: .file(pattern))
    }
  }
}
