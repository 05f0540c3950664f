import PatchbayConfiguration
import PatchbayDiagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Subcommand {
  /// `init [FILE]`: a first configuration of the program's types.
  static let initialize = Subcommand(
    "init",
    summary: "Writes a first configuration of the program's types.",
    details: """
      Each type of the catalog becomes a service: a parameter for a service refers to the first type
      that provides it, and a value is read from a variable. What may be left out, and a type with a
      parameter that no other type provides, are comments. The first line names the schema, for
      editors.

      FILE is the program's own configuration without an argument. The folders on its path are
      created; a file that exists is not changed.
      """,
    arguments: [
      CommandArgument(
        .file, isOptional: true,
        summary: "the file to write; the program's own configuration without it")
    ],
    options: [.environment.refused, .overlay.refused],
    examples: ["init", "init FILE"]
  ) { invocation in
    if invocation.has(CommandOption.config.name), invocation.has("FILE") {
      throw UsageError("`--config` and FILE exclude each other")
    }
    guard let path = invocation.value(of: "FILE") ?? invocation.configurationPath else {
      throw UsageError("the program's configuration is no file: name one")
    }
    guard !path.isEmpty, path.utf8.last != UInt8(ascii: "/"), !path.utf8.contains(0) else {
      throw UsageError("`\(DisplayText.line(path))` is no path of a file")
    }
    if invocation.has("FILE"), !path.hasSuffix(".yaml"), !path.hasSuffix(".yml"),
      !FileStatus.exists(path)
    {
      let file = path.hasSuffix(".json") ? String(path.dropLast(".json".count)) : path
      throw UsageError(
        "`init` writes YAML, and `\(DisplayText.line(path))` has another ending",
        help: "write `\(invocation.line("init", "\(file).yaml"))`")
    }
    let settings = EditorSettings(root: path)
    let program = invocation.command.name
    let configuration = FirstConfiguration(
      program: program, catalog: invocation.command.catalog, modeline: settings.modeline)
    let name = DisplayText.line(path)
    let folder: String?
    do throws(NewFile.Failure) {
      folder = try NewFile(path: path).write(Array(configuration.text.utf8))
    } catch {
      switch error {
      case .exists:
        // The program looks for its configuration in the folders above, too.
        let isAbove = !invocation.has("FILE") && path.hasPrefix("../")
        let own = PathText.parts(of: path).drop { $0 == ".." }.joined(separator: "/")
        throw UsageError(
          "`\(name)` exists, and is not changed",
          help: isAbove
            ? "the program finds it from this folder; "
              + "`\(invocation.line("init", own))` writes one here"
            : "name another file")
      case .system(let error):
        invocation.output.problem(
          "error: `\(name)` could not be written: \(String(cString: strerror(error)))")
        return ExitCode.unwrittenResult
      }
    }
    let isOther = path != invocation.command.configuration.path
    let option = isOther ? ["--config", path] : []
    let command = invocation.command
    invocation.output.result("wrote `\(name)` with \(configuration.count.counted("service"))")
    if invocation.output.failure() != nil {
      // The error of the result would read as if nothing was done.
      invocation.output.problem("note: `\(name)` was written")
      return ExitCode.unwrittenResult
    }
    if invocation.isQuiet { return ExitCode.success }
    if let folder { invocation.output.result("created the folder `\(DisplayText.line(folder))`") }
    invocation.output.result(
      """
      next: `\(command.line(["schema"] + option + [">", settings.schema]))` for editors, \
      then `\(command.line(["check"] + option))`
      """)
    return ExitCode.success
  }
}
