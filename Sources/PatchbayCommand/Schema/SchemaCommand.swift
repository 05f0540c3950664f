import PatchbayConfiguration
import PatchbayDiagnostics

extension Subcommand {
  /// `schema`: the JSON Schema of the program's configuration, for editors.
  static let schema = Subcommand(
    "schema",
    summary: "Prints the JSON Schema of the program's configuration, for editors.",
    details: """
      The schema knows the types of the program, with their arguments and the types of the values,
      and suggests the keys, templates, tags, scopes and environments of the configuration. An editor
      with it completes and checks a file while it is written. No variable is looked at, and
      PATCHBAY_ENV does not matter.

      A committed schema stays right if CI runs --check. --editor prints what an editor needs to use
      the schema. A configuration that does not exist yet adds no names. Neither does one that cannot
      be read as YAML, and the exit code is 78.
      """,
    options: [
      CommandOption(
        "--check", value: .file, summary: "compare a committed schema with the current one"),
      CommandOption("--editor", summary: "print the settings of editors instead"),
      .environment.refused, .overlay,
    ],
    exitCodes: [ExitCode.differs: "with --check, the file is not the current schema"],
    examples: [
      "schema >FILE", "schema --check FILE", "schema --editor",
    ]
  ) { invocation in
    let path = invocation.value(of: "--check")
    if path != nil, invocation.has("--editor") {
      throw UsageError("`--check` and `--editor` exclude each other")
    }
    if invocation.has("--editor") {
      invocation.output.result(EditorSettings(invocation).text)
      return ExitCode.success
    }
    let (vocabulary, mistakes) = invocation.vocabulary()
    if path != nil, let error = DiagnosticsError(mistakes) { throw error }
    let text = FormatSchema(vocabulary).text
    if let path { return try check(path, text, invocation) }
    invocation.output.result(String(text.dropLast()))
    if mistakes.isEmpty { return ExitCode.success }
    invocation.output.report(mistakes)
    return ExitCode.invalidConfiguration
  }

  private static func check(
    _ path: String, _ text: String, _ invocation: Invocation
  ) throws -> Int32 {
    let name = "`\(DisplayText.line(path))`"
    let problem: String
    var isOther = false
    do throws(ReadFailure) {
      // A file that is longer than the schema is another one.
      let bytes = try FileReader().bytes(ofLinked: path, limit: max(1 << 26, text.utf8.count))
      if bytes.elementsEqual(text.utf8) {
        if !invocation.isQuiet { invocation.output.result("\(name) is the current schema") }
        return ExitCode.success
      }
      // The proposed command must not overwrite a configuration, a model or another schema that was named by mistake.
      let begin = String(decoding: bytes.prefix(1 << 10), as: UTF8.self)
      isOther = !begin.contains(text: FormatSchema.title) && !text.utf8.starts(with: bytes)
      problem = "\(name) is not the current schema"
    } catch .absent {
      problem = "there is no file \(name)"
    } catch .tooLarge {
      problem = "\(name) is not the current schema"
    } catch {
      throw DiagnosticsError(
        Diagnostic(
          .unreadableFile, "\(name) cannot be read: \(error.description)",
          at: .file(DisplayText.line(path))))
    }
    if isOther { throw UsageError("\(name) is no schema of a Patchbay configuration") }
    invocation.output.result("\(problem): write it with `\(invocation.redirected(to: path))`")
    return ExitCode.differs
  }
}

extension Invocation {
  /// Returns the command line that writes the schema of this configuration to a file.
  fileprivate func redirected(to path: String) -> String {
    let options = [CommandOption.config.name, CommandOption.overlay.name].flatMap { option in
      values(of: option).flatMap { [option, $0] }
    }
    return command.line(["schema"] + options + [">", path])
  }

  /// Returns the names of the configuration, as far as it can be read, and why it cannot.
  ///
  /// A file that does not exist is no mistake here, because the first one may be written with the
  /// schema: a note says so.
  fileprivate func vocabulary() -> (SchemaVocabulary, mistakes: [Diagnostic]) {
    do throws(DiagnosticsError) {
      let configuration = try configuration()
      return (
        configuration.vocabulary(
          overlays: overlays, modules: command.modules, catalog: command.catalog), []
      )
    } catch {
      var vocabulary = SchemaVocabulary(command.catalog)
      vocabulary.add(command.modules)
      guard let path = missingConfiguration else { return (vocabulary, error.diagnostics) }
      if !isQuiet {
        let name = DisplayText.line(path)
        output.problem("note: there is no `\(name)`: the schema knows the catalog alone")
      }
      return (vocabulary, [])
    }
  }

  /// The path of the program's own configuration if there is no such file.
  private var missingConfiguration: String? {
    guard !has(CommandOption.config.name), let path = command.configuration.path,
      case .failure(let error) = FileOperations.system.canonicalPath(path), error.isAbsence
    else { return nil }
    return path
  }
}
