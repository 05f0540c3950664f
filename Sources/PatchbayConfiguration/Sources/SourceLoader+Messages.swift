import PatchbayDiagnostics

extension SourceLoader {
  /// Returns the error of a root, sibling or overlay that does not exist.
  func absent(_ path: String, _ request: FileRequest?) -> Diagnostic {
    Diagnostic(
      .fileNotFound,
      request?.fact(path) ?? "there is no file `\(path)`",
      labels: [request?.place.map { .init($0, "named here") } ?? .init(.file(path), "not found")],
      notes: searchedFolders(for: path, request),
      fixIts: Diagnostic.didYouMean(
        nearFiles(of: path, folder: PathText.folder(of: path)), replacing: nil)
        + (request?.fixIt.map { [$0] } ?? [])
    )
  }

  private func searchedFolders(for path: String, _ request: FileRequest?) -> [String] {
    guard path.utf8.first != UInt8(ascii: "/"), let working = try? reader.canonicalPath(of: ".")
    else { return [] }
    let others = (request?.folders ?? []).filter { $0 != working }
    return ["it was looked for in the working directory, `\(working)`"]
      + others.map { "it was looked for in the folder of `Package.swift`, `\($0)`" }
  }

  /// Returns the error of an import that does not exist.
  func absent(
    _ written: String, _ name: String, _ span: SourceSpan, from text: Text
  ) -> Diagnostic {
    let folder = PathText.folder(of: PathText.joined(text.folder, written))
    return Diagnostic(
      .fileNotFound,
      "`\(text.name)` imports `\(name)`, but there is no such file",
      labels: [.init(.span(span), "imported here")],
      notes: written.utf8.first == UInt8(ascii: "/")
        ? [] : ["it was looked for in the folder of the file that imports it, `\(text.folder)`"],
      fixIts: Diagnostic.didYouMean(nearFiles(of: written, folder: folder), replacing: span)
        + [.init("if the file may be missing, write { file: \(written), optional: true }")]
    )
  }

  /// Returns the files of a folder with similar names, as paths like the one that was written.
  func nearFiles(of path: String, folder: String) -> [String] {
    let near = reader.nearFiles(
      to: PathText.lastPart(of: path), in: folder, within: diagnostics.hints)
    let prefix = PathText.folder(of: path)
    return near.map { prefix == "." ? $0 : PathText.joined(prefix, $0) }
  }

  /// Returns the error of a file that exists but cannot be read.
  func unreadable(_ step: Step, importer: String?, _ failure: ReadFailure) -> Diagnostic {
    let place = step.request.map { SourcePlace.span($0) } ?? .file(step.name)
    let label = step.request == nil ? "" : "imported here"
    if failure == .absent {
      let fact = importer.map { "`\($0)` imports `\(step.name)`, but there is no such file" }
      return Diagnostic(
        .fileNotFound, fact ?? "there is no file `\(step.name)`", labels: [.init(place, label)])
    }
    if case .tooLarge(let bytes) = failure {
      return Diagnostic(
        .limitExceeded,
        "`\(step.name)` has \(LimitWords.grouped(bytes)) bytes, more than a file may have",
        labels: [.init(place, label)],
        notes: [LimitWords.note("fileBytes", limits.fileBytes)],
        fixIts: [.init(LimitWords.advice("fileBytes"))]
      )
    }
    return Diagnostic(
      .unreadableFile,
      "`\(step.name)` cannot be read: \(failure.words)",
      labels: [.init(place, label)]
    )
  }

  func outsideRoot(_ path: String, _ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .importOutsideRoot,
      "`\(path)` lies outside the root folder of the load",
      labels: [.init(.span(span), "imports stay inside the root folder")],
      notes: [
        "symbolic links are resolved first",
        "the root folder is `\(roots.first ?? "")`",
      ],
      fixIts: [.init("move the file inside, or give the load a wider `LoadSettings.root`")]
    )
  }

  func siblingOutsideRoot(_ path: String) -> Diagnostic {
    Diagnostic(
      .importOutsideRoot,
      "`\(path)` leads outside the root folder of the load",
      labels: [.init(.file(path), "")],
      notes: [
        "symbolic links are resolved first",
        "the root folder is `\(roots.first ?? "")`",
      ],
      fixIts: [.init("give the load a wider `LoadSettings.root`")]
    )
  }

  static func emptyGlob(_ pattern: String, _ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .emptyGlob,
      severity: .warning,
      "no file matches `\(pattern)`",
      labels: [.init(.span(span), "imports nothing")]
    )
  }

  /// Returns the error of a pattern whose files could not all be listed.
  func unfinished(
    _ failure: GlobPattern.Failure, _ pattern: String, _ span: SourceSpan
  ) -> Diagnostic {
    switch failure {
    case .unreadable(let folder, let failure):
      return Diagnostic(
        .unreadableFile,
        "the folder `\(folder)` cannot be listed: \(failure.words)",
        labels: [.init(.span(span), "looks for files there")]
      )
    case .tooManyFolders:
      return Diagnostic(
        .limitExceeded,
        "the pattern `\(pattern)` leads into more than "
          + "\(LimitWords.grouped(limits.globFolders)) folders",
        labels: [.init(.span(span), "looks for files there")],
        notes: [LimitWords.note("globFolders", limits.globFolders)],
        fixIts: [.init(LimitWords.advice("globFolders"))]
      )
    }
  }

  /// Returns the error of the root file's folder, which would contain its siblings.
  static func unlisted(_ root: String, _ failure: ReadFailure) -> Diagnostic {
    Diagnostic(
      .unreadableFile,
      "the folder of `\(root)` cannot be listed: \(failure.words)",
      labels: [.init(.file(root), "")],
      notes: ["the files next to it that belong to environments are found by listing it"]
    )
  }

  func importCycle(closing step: Step, _ path: [Step]) -> Diagnostic {
    let start = path.firstIndex { $0.canonicalPath == step.canonicalPath } ?? path.startIndex
    let members = path[start...]
    let edges = zip(members, members.dropFirst() + [step])
    let names = members.map(\.name)
    return Diagnostic(
      .importCycle,
      members.count == 1
        ? "`\(names[0])` imports itself" : "\(quotedList(names)) import each other",
      labels: Diagnostic.Label.cycle(
        edges.map { from, to in
          (to.request.map { .span($0) } ?? .file(from.name), "`\(from.name)` imports `\(to.name)`")
        }),
      notes: ["none of them can rank below the others"],
      fixIts: [.init("move what they share into a file that imports none of them")]
    )
  }

  func tooMuch(_ text: Text) -> Diagnostic {
    Diagnostic(
      .limitExceeded,
      "with `\(text.name)` the load reads more than \(LimitWords.grouped(limits.loadBytes)) bytes",
      labels: [.init(text.location.map { .swift($0) } ?? .file(text.name), "")],
      notes: [LimitWords.note("loadBytes", limits.loadBytes)],
      fixIts: [.init(LimitWords.advice("loadBytes"))]
    )
  }

  func tooManyFiles(_ step: Step) -> Diagnostic {
    limit("importedFiles", limits.importedFiles, "the load imports too many files", step)
  }

  func tooDeep(_ step: Step) -> Diagnostic {
    limit("importDepth", limits.importDepth, "imports stand too deep one inside the other", step)
  }

  private func limit(_ name: String, _ value: Int, _ fact: String, _ step: Step) -> Diagnostic {
    Diagnostic(
      .limitExceeded,
      fact,
      labels: [.init(step.request.map { .span($0) } ?? .file(step.name), "one more than allowed")],
      notes: [LimitWords.note(name, value)],
      fixIts: [.init(LimitWords.advice(name))]
    )
  }
}
