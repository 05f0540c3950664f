import PatchbayDiagnostics
import PatchbayYAML

extension SourceLoader {
  /// Returns the files that one entry of `imports:` names, and reports its errors.
  mutating func steps(for request: ImportRequest, from file: LoadedFile) -> [Step] {
    let (written, span) = (request.node.text, request.node.contentSpan)
    guard request.isGlob else {
      let step = step(to: written, request.isOptional, span, from: file)
      if step != nil, !isOverlay, isSibling(PathText.joined(file.folder, written), request) {
        diagnostics.add(importedSibling(written, span))
      }
      return step.map { [$0] } ?? []
    }
    let pattern = GlobPattern(written)
    guard !FileReader.isTooLong(PathText.joined(file.folder, written)) else {
      fail(unreadable(written, .tooLong, at: span))
      return []
    }
    if !isInsideRoots(reader.farthestPath(to: pattern.folder, from: file.folder)) {
      fail(outsideRoot(written, span))
      return []
    }
    let folder = PathText.joined(file.folder, pattern.folder)
    let own = Set(path.map(\.canonicalPath))
    var steps: [Step] = []
    for match in files(matching: pattern, below: folder, request)
    where !isSibling(PathText.joined(folder, match), request) {
      let path = PathText.joined(pattern.folder, match)
      guard let step = step(to: path, true, span, from: file), !own.contains(step.canonicalPath)
      else { continue }
      steps.append(step)
    }
    if steps.isEmpty, !hasFailed {
      diagnostics.add(
        Diagnostic(.emptyGlob, "no file matches `\(written)`", at: span, "imports nothing")
          .asWarning)
    }
    return steps
  }

  private mutating func files(
    matching pattern: GlobPattern, below folder: String, _ request: ImportRequest
  ) -> [String] {
    do {
      return try pattern.files(below: folder, reader: reader, within: &expansion)
    } catch {
      switch error {
      case .unreadable(let folder, let failure):
        fail(unlisted(folder, failure, request))
      case .tooManyFiles: failExpansion(request)
      }
      return []
    }
  }

  /// The cost of asking the system for one file.
  static let partsOfFile = 20

  private func unlisted(
    _ folder: String, _ failure: ReadFailure, _ request: ImportRequest
  ) -> Diagnostic {
    failure.unlisted(folder, at: .span(request.node.contentSpan), "looks for files there")
  }

  /// Reports the first import that looks at more files than the limit allows.
  mutating func failExpansion(_ request: ImportRequest) {
    hasFailed = true
    let place = SourcePlace.span(request.node.contentSpan)
    let error = expansion.error("the files that this import looks at", at: place)
    if let error { diagnostics.add(error) }
  }

  private mutating func step(
    to path: String, _ isOptional: Bool, _ span: SourceSpan, from file: LoadedFile
  ) -> Step? {
    let shownFolder = file.location == nil ? PathText.folder(of: file.name) : file.folder
    let name = PathText.tidied(PathText.joined(shownFolder, path))
    let canonical: String
    do {
      canonical = try reader.canonicalPath(of: PathText.joined(file.folder, path))
    } catch {
      // Of a path that is too long only its text is looked at. Of any other it is reported whether the
      // file exists or not: the message must not reveal files outside of the root.
      if error != .tooLong, !isInsideRoots(reader.farthestPath(to: path, from: file.folder)) {
        fail(outsideRoot(path, span))
      } else if error != .absent {
        fail(unreadable(name, error, at: span))
      } else if !isOptional {
        fail(absent(path, name, span, from: file))
      } else if let warning = misspelt(path, name, span, from: file) {
        diagnostics.add(warning)
      }
      return nil
    }
    guard isInsideRoots(canonical) else {
      fail(outsideRoot(path, span))
      return nil
    }
    return Step(canonicalPath: canonical, name: name, request: span)
  }

  func isInsideRoots(_ canonicalPath: String) -> Bool {
    roots.contains { PathText.isInside(canonicalPath, $0) }
  }

  /// Whether a file that a pattern matches is the root file's sibling for an environment: it has a
  /// separate rank, and importing it would add it to every environment.
  private mutating func isSibling(_ path: String, _ request: ImportRequest) -> Bool {
    guard let root = rootFile, environment(ofSibling: PathText.lastPart(of: path)) != nil else {
      return false
    }
    let folder = PathText.folder(of: path)
    do {
      return ExactText(try reader.canonicalPath(of: folder)) == root.folder
    } catch {
      fail(unlisted(folder, error, request))
      return true
    }
  }
}

// The diagnostics of imports.
extension SourceLoader {
  /// Returns the warning of an import of the file of one environment.
  private func importedSibling(_ written: String, _ span: SourceSpan) -> Diagnostic {
    let name = PathText.lastPart(of: written)
    let environment = environment(ofSibling: name) ?? ""
    return Diagnostic(
      .repeatedFile,
      "`\(name)` is read for the environment `\(environment)` by itself, and imported it holds in each one",
      at: span, "imported everywhere"
    )
    .asWarning
    .fix("leave the import out, or give the file another name")
  }

  /// Returns the error of an import that does not exist.
  private func absent(
    _ written: String, _ name: String, _ span: SourceSpan, from file: LoadedFile
  ) -> Diagnostic {
    // A folder with a similar name may be a link that leads outside.
    let near = nearFiles(of: written, from: file.folder).filter {
      (try? reader.canonicalPath(of: PathText.joined(file.folder, $0))).map(isInsideRoots) ?? false
    }
    return Diagnostic(
      .fileNotFound, "`\(file.name)` imports `\(name)`, but there is no such file",
      at: span, "imported here"
    )
    .note(
      written.utf8.first == UInt8(ascii: "/")
        ? nil : "it was looked for in the folder of the file that imports it, `\(file.folder)`"
    )
    .fixes(fixes(ofAbsent: written, near, span, from: file.folder))
  }

  /// Returns the warning of an optional import that does not exist, where a file of nearly its name is there that
  /// nothing reads; nil if there is none.
  private func misspelt(
    _ written: String, _ name: String, _ span: SourceSpan, from file: LoadedFile
  ) -> Diagnostic? {
    let imports = file.outline.imports
    // Each search lists a folder and compares all imports: with thousands of them, it would take seconds.
    guard imports.count <= 100 else { return nil }
    let near = probableMisspellings(of: written, in: nearFiles(of: written, from: file.folder))
      .filter { path in
        guard !imports.contains(where: { PathText.tidied($0.node.text) == path }),
          environment(ofSibling: PathText.lastPart(of: path)) == nil,
          let canonical = try? reader.canonicalPath(of: PathText.joined(file.folder, path))
        else { return false }
        return isInsideRoots(canonical) && !isLoaded(canonical)
      }
    guard let first = near.first else { return nil }
    return Diagnostic(
      .fileNotFound, "there is no file `\(name)`, which may be missing, and there is `\(first)`",
      at: span, "nothing is imported here"
    )
    .asWarning
    .fix(.didYouMean(anyOf: near, replacing: span))
  }

  private func fixes(
    ofAbsent written: String, _ near: [String], _ span: SourceSpan, from folder: String
  ) -> [Diagnostic.FixIt] {
    if written.contains(where: { "*?".contains($0) }) {
      let map = "{ glob: \(ScalarText.doubleQuoted(written)) }"
      return [
        .init(
          "to import every file that matches, write `\(map)`", replacing: .span(span), with: map)
      ]
    }
    if let slashed = PathText.withSlashes(written) {
      return [
        .init(PathText.slashAdvice, replacing: .span(span), with: ScalarText.written(slashed))
      ]
    }
    if written.hasPrefix("~/") {
      return [.init("`~` is the home folder in shells only: write a path from this file's folder")]
    }
    if let counted = path(written, countedFrom: folder) {
      return [
        .init(
          "paths are counted from this file: write `\(counted)`", replacing: .span(span),
          with: ScalarText.written(counted))
      ]
    }
    return [
      .didYouMean(anyOf: near, replacing: span),
      .init("if the file may be missing, write { file: \(written), optional: true }"),
    ].compactMap(\.self)
  }

  /// Returns the rest of `Config/audit.yaml` in a file of the folder `Config`; nil if there is no such file.
  private func path(_ written: String, countedFrom folder: String) -> String? {
    let parts = PathText.parts(of: written)
    guard parts.count > 1, parts[0] == PathText.lastPart(of: folder)[...] else { return nil }
    let rest = parts.dropFirst().joined(separator: "/")
    let found = try? reader.canonicalPath(of: PathText.joined(folder, rest))
    return found.map(isInsideRoots) == true ? rest : nil
  }

  /// Returns the paths of configuration files that are similar to one that does not exist.
  func nearFiles(of path: String, from folder: String) -> [String] {
    // Only for the first mistakes, as folders may be large.
    guard diagnostics.diagnostics.count < 100 else { return [] }
    let extensions = [".yaml", ".yml", PathText.fileExtension(of: path)]
    return reader.nearPaths(to: path, from: folder, extensions: extensions)
  }

  /// Returns the error of an import outside the root folder.
  private func outsideRoot(_ path: String, _ span: SourceSpan) -> Diagnostic {
    outsideRoot("`\(path)` lies", .span(span), "imports stay inside the root folder")
      .fix("move the file inside, or give the load a wider `LoadSettings.root`")
  }

  /// Returns the error of a file outside the root folder.
  func outsideRoot(
    _ fact: String, _ place: SourcePlace, _ label: String = ""
  ) -> Diagnostic {
    Diagnostic(
      .importOutsideRoot, "\(fact) outside the root folder of the load", at: place, label
    )
    .note("symbolic links are resolved first")
    .note("the root folder is `\(roots.first ?? "")`")
  }
}
