import PatchbayConfiguration
import PatchbayDiagnostics

// Command lines that a message proposes.
extension PatchbayCommand {
  /// Returns a command line of this program for a shell, in which `>` alone is the redirection.
  ///
  /// Of another line, it has the options that the command has, too, without those that are left out.
  func line(
    _ words: [String], with other: ArgumentParser? = nil, without omitted: [String] = []
  ) -> String {
    let target = words.first.flatMap { name in subcommands.first { $0.name == name } }
    let kept = (other?.given ?? []).filter { given in
      // What is copied to look at something must not change a file.
      guard !(words + omitted + ["--fix"]).contains(given.option.name),
        let own = target?.offeredOptions.first(where: { $0.name == given.option.name })
      else { return false }
      return own.value?.accepts(given.value) ?? true
        && (own.isRepeatable || other?.options[own.name]?.count == 1)
    }
    let options = kept.flatMap {
      $0.option.value == nil ? [$0.option.name] : [$0.option.name, $0.value]
    }
    // What is shown to be copied must have no control characters.
    return DisplayText.line(
      ([name] + words + options).map(Self.quoted).joined(separator: " "), limit: 1 << 16)
  }

  /// Returns a word for a shell; of `--name=value` with quotes for the value.
  private static func quoted(_ word: String) -> String {
    if word == ">" { return word }
    guard word.hasPrefix("--"), case (let name, let value?) = ArgumentParser.parts(of: word) else {
      return ShellWord.quoted(word)
    }
    return "\(ShellWord.quoted(name))=\(ShellWord.quoted(value))"
  }
}

extension Invocation {
  /// Returns a command line about the same configuration: with the options of this one that the command has and that
  /// do not only decide how a result looks.
  func line(_ words: String...) -> String {
    command.line(words, with: self.words, without: ["--color", "--format", "--quiet"])
  }
}
