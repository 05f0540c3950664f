import PatchbayDiagnostics

extension PatchbayCommand {
  private func generalHelp(_ presentation: Presentation) -> String {
    func rows(_ subcommands: [Subcommand]) -> [(String, String)] {
      subcommands.map { (call($0), $0.summary) }
    }
    let own = rows(subcommands.filter { !$0.isBuiltIn })
    let builtIn = rows(subcommands.filter(\.isBuiltIn))
    let others = [
      ("help COMMAND", "Shows help for a command."),
      ("--version", "Shows the versions of the program and of Patchbay."),
    ]
    let common = CommonOption.all.map(\._declaration).filter { option in
      subcommands.contains { $0.options.contains { $0.name == option.name && $0.kind == .common } }
    }
    // The built-in commands read no variable.
    let isOfOwn = { (option: _WordDeclaration) in option.name == CommonOption.envFile.name }
    let (ofMost, ofOwn) = (
      self.rows(common.filter { !isOfOwn($0) }), self.rows(common.filter(isOfOwn))
    )
    // All have one column.
    let left = Self.left(own + builtIn + others + ofMost + ofOwn)
    return [
      summary.map { WordWrap.text($0, min(Self.most, presentation.width ?? .max)) },
      "\(presentation.text("usage:", .heading)) \(generalUsage)",
      section("commands", own, presentation, left),
      section(
        own.isEmpty ? "commands" : "commands for the configuration", builtIn, presentation, left),
      section("help and version", others, presentation, left),
      section("options of most commands", ofMost, presentation, left),
      section("options of the program's own commands", ofOwn, presentation, left),
      section("exit codes", exitCodeRows, presentation),
    ].compactMap(\.self).joined(separator: "\n\n")
  }

  /// The exit codes of the library.
  private static let meanings = [
    ExitCode.success: "all is well",
    ExitCode.wrongUsage: "wrong usage; nothing was done",
    ExitCode.unavailable: "a service could not be built, started or stopped",
    ExitCode.failure: "a command failed",
    ExitCode.unwrittenResult: "the result could not be written",
    ExitCode.invalidConfiguration: "the configuration has mistakes",
  ]

  /// The exit codes of the library and of all commands, by number.
  private var exitCodeRows: [(String, String)] {
    var meanings = Self.meanings
    let known = Set(meanings.keys)
    for subcommand in subcommands {
      for (code, meaning) in subcommand.exitCodes where !known.contains(code) {
        let others = meanings[code].map { "\($0)\n" } ?? ""
        meanings[code] = "\(others)`\(subcommand.name)`: \(meaning)"
      }
    }
    return rows(meanings)
  }

  /// The exit codes of a command: its own, and those of the library that it can end with.
  private func exitCodeRows(of subcommand: Subcommand) -> [(String, String)] {
    let readsConfiguration = subcommand.offeredOptions.contains {
      $0.name == CommonOption.config.name
    }
    let shown =
      [ExitCode.success, ExitCode.wrongUsage, ExitCode.unwrittenResult]
      + (readsConfiguration ? [ExitCode.invalidConfiguration] : [])
      + (subcommand.isBuiltIn ? [] : [ExitCode.unavailable, ExitCode.failure])
    let known = Self.meanings.filter { shown.contains($0.key) }
    return rows(subcommand.exitCodes.merging(known) { own, _ in own })
  }

  private func rows(_ options: [_WordDeclaration]) -> [(String, String)] {
    options.map { option in
      (
        [option.name, option.value?.name].compactMap(\.self).joined(separator: " "),
        summary(of: option)
      )
    }
  }

  private func rows(_ exitCodes: [Int32: String]) -> [(String, String)] {
    exitCodes.inStableOrder { $0.key < $1.key }.map { ("\($0.key)", $0.value) }
  }

  /// Returns the description of one command and its options; the list of commands without one.
  func helpText(of subcommand: Subcommand? = nil, _ presentation: Presentation) -> String {
    guard let subcommand else { return generalHelp(presentation) }
    let (own, common) = (
      rows(subcommand.options.filter { $0.kind == .own }),
      rows(subcommand.options.filter { $0.kind == .common }) + [("--help", "this text")]
    )
    let arguments = subcommand.arguments.filter { !$0.summary.isEmpty }
      .map { ($0.usage, $0.summary) }
    let left = Self.left(arguments + own + common)
    let calls = subcommand.examples.map { "  \(name) \($0)" }
    return [
      WordWrap.text(subcommand.summary, presentation.width),
      "\(presentation.text("usage:", .heading)) \(usage(of: subcommand))",
      subcommand.details.isEmpty ? nil : WordWrap.text(subcommand.details, presentation.width),
      section("arguments", arguments, presentation, left),
      section("options", own, presentation, left),
      section("options of all commands", common, presentation, left),
      calls.isEmpty
        ? nil : ([presentation.text("examples:", .heading)] + calls).joined(separator: "\n"),
      section("exit codes", exitCodeRows(of: subcommand), presentation),
    ].compactMap(\.self).joined(separator: "\n\n")
  }

  /// Returns the summary of an option; that of `--environment` says what is used without one.
  private func summary(of option: _WordDeclaration) -> String {
    guard option.kind == .common, option.name == CommonOption.environment.name else {
      return option.summary
    }
    return switch environment {
    case .optional: "\(option.summary), or the base alone"
    case .required: option.summary
    case .default(let name): "\(option.summary), or `\(name)`"
    }
  }

  var generalUsage: String { "\(name) COMMAND [OPTION ...]" }

  func usage(of subcommand: Subcommand) -> String {
    "\(name) \(call(subcommand)) [OPTION ...]"
  }

  private func call(_ subcommand: Subcommand) -> String {
    ([subcommand.name] + subcommand.arguments.map(\.usage)).joined(separator: " ")
  }

  /// The columns at which texts are broken in a wider terminal.
  private static let most = 100

  /// Returns the width of the left one of two columns.
  private static func left(_ rows: [(String, String)]) -> Int {
    (rows.map(\.0.count).max() ?? 0) + 4
  }

  /// Returns a heading, and below it two columns, the right one of which is broken at words; nil without rows.
  private func section(
    _ title: String, _ rows: [(String, String)], _ presentation: Presentation, _ left: Int? = nil
  ) -> String? {
    if rows.isEmpty { return nil }
    let left = left ?? Self.left(rows)
    let width = max(16, min(Self.most, presentation.width ?? .max) - left)
    let lines = rows.map { name, text in
      let first = "  " + name + String(repeating: " ", count: left - 2 - name.count)
      let lines = text.split(separator: "\n").flatMap { WordWrap.lines(String($0), width: width) }
      return first + lines.joined(separator: "\n" + String(repeating: " ", count: left))
    }
    return ([presentation.text("\(title):", .heading)] + lines).joined(separator: "\n")
  }
}
