package import PatchbayDiagnostics

// What is reported of an environment that a load selects.
extension ServiceConfiguration {
  /// Checks that an environment is one of the configuration's; the message ends with `source`, what names it.
  package func checkEnvironment(_ name: String, _ source: String = "") throws(DiagnosticsError) {
    if environments.contains(name) { return }
    throw DiagnosticsError(unknownEnvironment(name)).ofEnvironment(source)
  }

  func unknownEnvironment(_ environment: String) -> Diagnostic {
    let known = environments
    let unread = files.unreadSiblings.first {
      $0.environment == environment && isUnread($0.path, files.loader)
    }
    return Diagnostic(
      .unknownEnvironment, "the configuration has no environment `\(environment)`",
      at: .file(name)
    )
    .note(
      known.isEmpty
        ? "no environment is known"
        : "the known environments are: \(known.joined(separator: ", "))"
    )
    .fix(environment.isEmpty ? .init("pass nil for the base alone, not an empty text") : nil)
    .fix(unread.map { .init("`\($0.path)` is not read: \($0.advice)") })
    .fix(
      environment.listing(several: known).map {
        .init("a program runs with one environment: name \($0.quoted(joinedBy: "or"))")
      }
    )
    .fix(.didYouMean(anyOf: nearWords(of: environment, among: known), replacing: nil))
  }

  /// The warnings of names: of all files that are named nearly like the sibling of an environment, known or not, and of
  /// environments that are named nearly like another.
  package var nameWarnings: [Diagnostic] {
    unreadFiles(of: nil, files.loader) + unreadFilesNextToImports + similarEnvironments
  }

  /// The warnings of files next to imported ones that are named like those of an environment: `lib.test.yaml` next to
  /// `lib.yaml`, which only the root file has.
  private var unreadFilesNextToImports: [Diagnostic] {
    let imported = files.root.compactMap { files.loader.files[$0].path }.filter {
      $0 != files.source.path
    }
    // Each asks the system for a file.
    return imported.prefix(100).flatMap { path in
      let (stem, fileExtension) = UnreadSibling.parts(of: path)
      return environments.prefix(100).compactMap { environment -> Diagnostic? in
        let file = "\(stem).\(environment).\(fileExtension)"
        guard isUnread(file, files.loader) else { return nil }
        return Diagnostic(
          .unreadSibling, "`\(file)` is not read: only the root file has files of environments",
          at: .file(file)
        )
        .asWarning
        .fix("import it in the file of the environment `\(environment)`")
      }
    }
  }

  /// The warnings of environments that are probably one with two names: `prod` next to `production`.
  private var similarEnvironments: [Diagnostic] {
    var known = files.siblings.keys.inStableOrder(by: <)
    var warnings: [Diagnostic] = []
    for environment in files.root.flatMap({ files.loader.files[$0].outline.environments }) {
      let name = environment.name
      guard known.count <= 100 else { return [] }
      guard !known.contains(name) else { continue }
      defer { known.append(name) }
      let near = probableMisspellings(of: name, in: known)
      guard let other = near.first ?? known.first(where: { name.isShortForm(of: $0) }) else {
        continue
      }
      let place = places(of: other).first.map { " (\($0.displayName))" } ?? ""
      warnings.append(
        Diagnostic(
          .similarName, "`\(name)` and `\(other)`\(place) are separate environments",
          at: environment.place, "nearly the same name"
        )
        .asWarning
        .fix("if one environment is meant, use the same name"))
    }
    return warnings
  }

  /// Returns the warnings of the files that were probably meant to be those of an environment, unless a
  /// load has read them.
  func unreadFiles(of environment: String?, _ loader: SourceLoader) -> [Diagnostic] {
    files.unreadSiblings.compactMap { file in
      guard environment == nil || file.environment == environment else { return nil }
      let isTaken = files.siblings[file.environment] != nil
      let isMeant = file.isCertain || !isTaken && (environment != nil || file.isUsual)
      guard isMeant, isUnread(file.path, loader) else { return nil }
      return file.warning(isTaken: isTaken)
    }
  }

  /// Whether nothing has read a file: neither the load, nor a sibling of whichever environment, nor an
  /// earlier check.
  private func isUnread(_ path: String, _ loader: SourceLoader) -> Bool {
    guard let path = try? loader.reader.canonicalPath(of: path),
      parsed?.contains(path) != true
    else { return false }
    return !loader.isLoaded(path)
      && files.siblings.values.allSatisfy { !$0.loader.isLoaded(path) }
  }
}

extension String {
  /// Whether one of two words is a short form of the other: `prod` of `production`.
  fileprivate func isShortForm(of other: String) -> Bool {
    let (short, long) = count < other.count ? (self, other) : (other, self)
    return short.count >= 3 && long.hasPrefix(short) && long.allSatisfy(\.isLetter)
  }

  /// Returns the names that it lists with commas between them; nil if they are not several known ones.
  package func listing(several known: [String]) -> [String]? {
    let names = split(separator: ",").map { $0.filter { $0 != " " } }
    return names.count > 1 && names.allSatisfy(known.contains) ? names : nil
  }
}

extension DiagnosticsError {
  /// Returns the error, which says of an unknown environment what names it: `, which PATCHBAY_ENV names`.
  package func ofEnvironment(_ source: String) -> DiagnosticsError {
    let diagnostics = diagnostics.map { diagnostic in
      guard diagnostic.code == .unknownEnvironment else { return diagnostic }
      var diagnostic = diagnostic
      diagnostic.message += source
      return diagnostic
    }
    return changed(diagnostics)
  }

  /// The error of a base alone, which says of each value that is not set, and of each service that is not
  /// defined, that an environment may do so, if there is any.
  package func withoutEnvironment(of known: [String]) -> DiagnosticsError {
    guard !known.isEmpty else { return self }
    let codes: Set<DiagnosticCode> = [
      .missingEnvironmentVariable, .requiredParameter, .unknownParameter, .unknownService,
    ]
    return changed(
      diagnostics.map { diagnostic in
        guard codes.contains(diagnostic.code) else { return diagnostic }
        return diagnostic.fix("no environment is selected: \(known.selectionAdvice)")
      })
  }
}

extension [String] {
  /// How one of these environments is selected.
  package var selectionAdvice: String {
    "choose one with `--environment`, or set PATCHBAY_ENV: \(someQuoted(joinedBy: "or"))"
  }
}
