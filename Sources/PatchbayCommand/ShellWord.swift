import PatchbayDiagnostics

/// A word of a command line for `sh`, bash and zsh.
enum ShellWord {
  /// Returns a text as one word, in quotes where a shell would read it otherwise.
  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0.isKeyCharacter || "/:,@%+".utf8.contains($0) }
    if !text.isEmpty, isPlain { return text }
    return "'" + text.replacingScalars { $0 == "'" ? #"'\''"# : nil } + "'"
  }
}
