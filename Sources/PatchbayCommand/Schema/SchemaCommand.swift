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

      A configuration that does not exist yet adds no names. Neither does one that cannot be read as
      YAML, and the exit code is 78.
      """,
    examples: ["schema >FILE"]
  ) { invocation in
    let (vocabulary, mistakes) = invocation.vocabulary()
    invocation.output.result(String(FormatSchema(vocabulary).text.dropLast()))
    if mistakes.isEmpty { return ExitCode.success }
    invocation.output.report(mistakes)
    return ExitCode.invalidConfiguration
  }.refusing(CommonOption.environment)
}

extension Invocation {
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
    guard self[CommonOption.config] == nil, let path = command.configuration.path,
      case .failure(let error) = FileOperations.system.canonicalPath(path), error.isAbsence
    else { return nil }
    return path
  }
}
