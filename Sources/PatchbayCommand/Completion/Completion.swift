import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics

/// The answer to a shell that completes a command line of the program.
///
/// The script of a shell calls `PROGRAM __complete bash WORD ...` with the words behind the program's name
/// up to the cursor, as they are written. The first line of the answer is `files` or `words`; each other one
/// is a word to propose, for bash one as it is written on the line. No word is evaluated by a shell.
struct Completion {
  /// The word that requests an answer, in place of a command.
  static let request = "__complete"

  private let command: PatchbayCommand
  private let isBash: Bool
  /// The words before the one that is completed.
  private let words: [String]
  private let current: ShellWord
  /// What bash keeps of the current word: all up to the last `=` or `:`.
  private let head: String

  init(_ command: PatchbayCommand, _ call: ArraySlice<String>) {
    self.command = command
    isBash = call.first == "bash"
    var pieces: [String] = []
    var head = ""
    var joins = false
    for word in call.dropFirst() {
      // Bash splits words at = and :, which belong to options and to names.
      let isBreak =
        isBash && !pieces.isEmpty && !word.isEmpty && word.allSatisfy { $0 == "=" || $0 == ":" }
      if isBreak || joins {
        pieces[pieces.count - 1] += word
        if isBreak { head = pieces[pieces.count - 1] }
      } else {
        pieces.append(word)
        head = ""
      }
      joins = isBreak
    }
    current = ShellWord(pieces.popLast() ?? "")
    self.head = ShellWord(head).text
    let home = command.variables["HOME"] ?? ""
    words = pieces.map { word in
      let text = ShellWord(word).text
      return word.hasPrefix("~/") ? home + text.dropFirst() : text
    }
  }

  /// The lines of the answer.
  var text: String {
    guard let proposals else { return "files" }
    // No name with a line break is read, and none acts on the terminal.
    let words = proposals.filter { DisplayText.line($0) == $0 }
    return (["words"] + (isBash ? words.compactMap(writtenForBash) : words))
      .joined(separator: "\n")
  }

  /// Returns a word from the place on that bash replaces; nil if it does not begin like the current one.
  private func writtenForBash(_ word: String) -> String? {
    let option = attachedOption.map { "\($0)=" } ?? ""
    let whole = (option + word).utf8
    // A quote within a word has parts that are not replaced.
    guard whole.starts(with: current.text.utf8), current.isReplaced || !head.isEmpty else {
      return nil
    }
    return current.completed(by: String(decoding: whole.dropFirst(head.utf8.count), as: UTF8.self))
  }

  /// The option of `--option=value`.
  private var attachedOption: String? {
    let (name, value) = ArgumentParser.parts(of: current.text)
    return name.hasPrefix("--") && value != nil ? name : nil
  }

  /// All words that may replace the current one; nil if a file may.
  private var proposals: [String]? {
    let commands = command.subcommands.map(\.name) + ["help"]
    let isOption = current.text.hasPrefix("-")
    guard let name = words.first else {
      return commands + (isOption ? ["--help", "--version"] : [])
    }
    if name == "help", words.count == 1 { return commands }
    guard let subcommand = command.subcommands.first(where: { $0.name == name }),
      let line = try? ArgumentParser(words.dropFirst(), of: subcommand, in: command)
    else { return [] }
    var invocation = Invocation(command: command, words: line)
    // Reading a pipe would wait for its writer.
    let files = line.values(of: CommonOption.envFile.name)
    if files.allSatisfy({ (try? FileStatus.of($0).get())?.otherKind == nil }) {
      try? invocation.readEnvFiles()
    }
    if let value = line.openOption?.value { return proposals(for: value, invocation) }
    if let attachedOption, !line.isPastOptions {
      let option = subcommand.options.first { $0.name == attachedOption }
      return option?.value.map { proposals(for: $0, invocation) } ?? []
    }
    let isArgument = line.isPastOptions || !isOption
    if isArgument, let argument = subcommand.argument(at: line.arguments.count) {
      return argument.value.flatMap { proposals(for: $0, invocation) }
    }
    let free = subcommand.offeredOptions.filter {
      $0.isRepeatable || line.options[$0.name] == nil
    }
    return line.isPastOptions ? [] : free.map(\.name) + ["--help"]
  }

  /// Returns the texts that a value may have; nil if it is a file.
  private func proposals(for value: ValueForm, _ invocation: Invocation) -> [String]? {
    // What is not known of a configuration with mistakes is not proposed.
    var names: NameLookup {
      NameLookup(
        model: (try? invocation.model()) ?? WiringModel(), catalog: command.catalog)
    }
    switch value.kind {
    case .service: return names.names(of: .service)
    case .parameter: return names.model.parameters.flatMap { $0.parts.map(\.name) }
    case .tag: return names.names(of: .tag)
    case .type: return names.names(of: .type)
    case .environment: return (try? invocation.configuration())?.environments ?? []
    case .anyName: return names.names(of: .anything)
    case .choice(let words): return words
    case .file, .pattern: return nil
    case .number, .text: return []
    }
  }
}
