import PatchbayDiagnostics

extension SourceLoader {
  /// Returns the error of a root, sibling or overlay that does not exist.
  func absent(_ path: String, _ request: FileRequest?) -> Diagnostic {
    Diagnostic(
      .fileNotFound, request?.fact(path) ?? "there is no file `\(path)`",
      at: request?.place ?? .file(path), request?.place == nil ? "not found" : "named here"
    )
    .notes(searchedFolders(for: path, request))
    .fix(
      .didYouMean(anyOf: nearFiles(of: path, folder: PathText.folder(of: path)), replacing: nil)
    )
    .fix(request?.fixIt)
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
      .fileNotFound, "`\(text.name)` imports `\(name)`, but there is no such file",
      at: span, "imported here"
    )
    .note(
      written.utf8.first == UInt8(ascii: "/")
        ? nil : "it was looked for in the folder of the file that imports it, `\(text.folder)`"
    )
    .fix(.didYouMean(anyOf: nearFiles(of: written, folder: folder), replacing: span))
    .fix("if the file may be missing, write { file: \(written), optional: true }")
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
    func error(_ code: DiagnosticCode, _ message: String) -> Diagnostic {
      Diagnostic(code, message, at: step.place, step.request == nil ? "" : "imported here")
    }
    switch failure {
    case .absent:
      let fact = importer.map { "`\($0)` imports `\(step.name)`, but there is no such file" }
      return error(.fileNotFound, fact ?? "there is no file `\(step.name)`")
    case .tooLarge(let bytes):
      return error(
        .limitExceeded, "`\(step.name)` has \(bytes.grouped) bytes, more than a file may have"
      )
      .limit("fileBytes", limits.fileBytes)
    default:
      return error(.unreadableFile, "`\(step.name)` cannot be read: \(failure.words)")
    }
  }

  func outsideRoot(_ path: String, _ span: SourceSpan) -> Diagnostic {
    outsideRoot("`\(path)` lies", .span(span), "imports stay inside the root folder")
      .fix("move the file inside, or give the load a wider `LoadSettings.root`")
  }

  func siblingOutsideRoot(_ path: String) -> Diagnostic {
    outsideRoot("`\(path)` leads", .file(path)).fix("give the load a wider `LoadSettings.root`")
  }

  private func outsideRoot(
    _ fact: String, _ place: SourcePlace, _ label: String = ""
  ) -> Diagnostic {
    Diagnostic(
      .importOutsideRoot, "\(fact) outside the root folder of the load", at: place, label
    )
    .note("symbolic links are resolved first")
    .note("the root folder is `\(roots.first ?? "")`")
  }

  static func emptyGlob(_ pattern: String, _ span: SourceSpan) -> Diagnostic {
    Diagnostic(.emptyGlob, "no file matches `\(pattern)`", at: span, "imports nothing").asWarning
  }

  /// Returns the error of a pattern whose files could not all be listed.
  func unfinished(
    _ failure: GlobPattern.Failure, _ pattern: String, _ span: SourceSpan
  ) -> Diagnostic {
    let label = "looks for files there"
    switch failure {
    case .unreadable(let folder, let failure):
      return Diagnostic(
        .unreadableFile, "the folder `\(folder)` cannot be listed: \(failure.words)",
        at: span, label)
    case .tooManyFolders:
      let limit = limits.globFolders
      return Diagnostic(
        .limitExceeded,
        "the pattern `\(pattern)` leads into more than \(limit.grouped) folders", at: span, label
      )
      .limit("globFolders", limit)
    }
  }

  /// Returns the error of the root file's folder, which would contain its siblings.
  static func unlisted(_ root: String, _ failure: ReadFailure) -> Diagnostic {
    Diagnostic(
      .unreadableFile, "the folder of `\(root)` cannot be listed: \(failure.words)",
      at: .file(root)
    )
    .note("the files next to it that belong to environments are found by listing it")
  }

  func importCycle(closing step: Step, _ path: [Step]) -> Diagnostic {
    let start = path.firstIndex { $0.canonicalPath == step.canonicalPath } ?? path.startIndex
    let members = path[start...]
    let edges = zip(members, members.dropFirst() + [step])
    return Diagnostic(
      .importCycle,
      cycle: edges.map { from, to in
        (from.name, to.name, to.request.map { .span($0) } ?? .file(from.name))
      }, "import"
    )
    .note("none of them can rank below the others")
    .fix("move what they share into a file that imports none of them")
  }

  func tooMuch(_ text: Text) -> Diagnostic {
    let limit = limits.loadBytes
    return Diagnostic(
      .limitExceeded, "with `\(text.name)` the load reads more than \(limit.grouped) bytes",
      at: text.location.map { .swift($0) } ?? .file(text.name)
    )
    .limit("loadBytes", limit)
  }

  func tooManyFiles(_ step: Step) -> Diagnostic {
    Diagnostic(
      .limitExceeded, "the load imports too many files", at: step.place, "one more than allowed"
    )
    .limit("importedFiles", limits.importedFiles)
  }

  func tooDeep(_ step: Step) -> Diagnostic {
    Diagnostic(
      .limitExceeded, "imports stand too deep one inside the other",
      at: step.place, "one more than allowed"
    )
    .limit("importDepth", limits.importDepth)
  }
}

extension SourceLoader.Step {
  /// The place of the import, or the file itself if no import names it.
  fileprivate var place: SourcePlace { request.map { .span($0) } ?? .file(name) }
}
