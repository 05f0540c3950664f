import PatchbayCore
import PatchbayDiagnostics

// Mistakes of the program that declares commands. No word of a user causes them, so no message for users is right:
// they stop the program, as a misspelt literal in a test of the command.

extension PatchbayCommand {
  /// Stops the program if the declaration of one of its own commands breaks a rule.
  func checkDeclarations(of own: [Subcommand]) {
    let mistakes = own.declarationMistakes
    if !mistakes.isEmpty { stop(for: mistakes.joined(separator: "\n")) }
  }

  /// Stops the program with a mistake in its source.
  func stop(for mistake: String) -> Never {
    // `fatalError` because unlike `preconditionFailure` it shows its text in release builds, too.
    fatalError("`PatchbayCommand` at \(location): \(mistake)")
  }
}

extension [Subcommand] {
  /// What is wrong with the declarations, a sentence for each rule that a command breaks.
  var declarationMistakes: [String] {
    let twice = map(\.name).firstRepeated.map { "two commands are named `\($0)`" }
    return [twice].compactMap(\.self)
      + flatMap { command in
        command.declarationMistakes.map { "the command `\(command.name)`: \($0)" }
      }
  }
}

extension Subcommand {
  fileprivate var declarationMistakes: [String] {
    [
      arguments.map(\.name).firstRepeated.map {
        "two arguments are named `\($0)`: give one of them another name, as in `.file.named(\"TARGET\")`"
      },
      options.map(\.name).firstRepeated.map { "two options are named `\($0)`" },
    ].compactMap(\.self)
      + zip(arguments, arguments.dropFirst()).compactMap { $1.mistake(after: $0) }
      + options.compactMap(\.nameMistake)
      + (arguments.map(\.value) + options.compactMap(\.value)).compactMap(\.choiceMistake)
  }

  /// Returns what a program should have written for a name that the command does not declare; nil if it does.
  func mistake(inName name: String) -> String? {
    let names = arguments.map(\.name) + options.map(\.name)
    guard !names.contains(name) else { return nil }
    let same = names.first { $0.withoutDashes.lowercased() == name.withoutDashes.lowercased() }
    let near = same ?? nearMisses(of: name, in: names).first
    let noun = name.hasPrefix("-") ? "option" : "argument"
    let advice = near.map { "did you mean `\($0)`?" } ?? "it declares \(names.quoted())"
    return "the command `\(self.name)` declares no \(noun) `\(DisplayText.line(name))`: \(advice)"
  }
}

extension CommandArgument {
  fileprivate func mistake(after other: CommandArgument) -> String? {
    if other.isRepeatable {
      return
        "no word is left for `\(name)` after `\(other.name) ...`: write the repeatable argument last"
    }
    guard other.isOptional, !isOptional else { return nil }
    return
      "`\(name)` is required, and follows `\(other.name)`, which is optional: write optional arguments last"
  }
}

extension CommandOption {
  fileprivate var nameMistake: String? {
    if !name.hasPrefix("-") || name.withoutDashes.isEmpty {
      return
        "the option `\(name)` does not begin with dashes: write `CommandOption(\"--\(name.withoutDashes)\", …)`"
    }
    let (own, value) = ArgumentParser.parts(of: name)
    return value.map {
      "the option `\(name)` contains its value: write `CommandOption(\"\(own)\", value: \"\($0)\", …)`"
    }
  }
}

extension CommandValue {
  fileprivate var choiceMistake: String? {
    guard case .choice(let words) = kind, words.isEmpty else { return nil }
    return
      "nothing can be chosen for `\(name)`: `.choice(\"\(name)\", of: …)` needs at least one word"
  }
}

extension [String] {
  /// The first text that occurs before.
  fileprivate var firstRepeated: String? {
    var seen: Set<String> = []
    return first { !seen.insert($0).inserted }
  }
}

extension String {
  fileprivate var withoutDashes: String { String(drop { $0 == "-" }) }
}
