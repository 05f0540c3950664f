import Foundation
import Patchbay
import PatchbayCommand
import TestSupport

/// Keeps what a command writes.
///
/// Most tests run the base of a configuration that has environments: they do not see the line that none is
/// selected, unless they ask for it.
final class Recorder: Sendable {
  private let texts = Guarded<(result: [String], problem: [String])>(([], []))
  private let seesSelection: Bool

  init(seesSelection: Bool = false) { self.seesSelection = seesSelection }

  var result: String { texts.withLock { $0.result.joined(separator: "\n") } }
  var problem: String { texts.withLock { $0.problem.joined(separator: "\n") } }

  func output(color: Bool = false) -> CommandOutput {
    CommandOutput(
      isResultColored: color,
      isProblemColored: color,
      result: { text in self.texts.withLock { $0.result.append(text) } },
      problem: { text in
        if !self.seesSelection, text.hasPrefix("note: no environment is selected") { return }
        self.texts.withLock { $0.problem.append(text) }
      }
    )
  }
}

/// How a command ended and what it wrote.
struct Outcome: Equatable {
  var code: Int32
  var result: String
  var problem: String
}

/// Runs the greeter's command line over a text.
func run(
  _ words: String...,
  services: String = Texts.services,
  catalog: FactoryCatalog = .greetings,
  modules: [any Module] = [],
  variables: [String: String] = [:],
  color: Bool = false
) async -> Outcome {
  await run(
    words: words, services: services, catalog: catalog, modules: modules, variables: variables,
    color: color)
}

/// Runs the greeter's command line over a text.
func run(
  words: [String],
  services: String = Texts.services,
  catalog: FactoryCatalog = .greetings,
  modules: [any Module] = [],
  variables: [String: String] = [:],
  color: Bool = false
) async -> Outcome {
  let recorder = Recorder()
  let command = greeter(
    services: services, catalog: catalog, modules: modules, variables: variables,
    output: recorder.output(color: color))
  let code = await command.run(words)
  return Outcome(code: code, result: recorder.result, problem: recorder.problem)
}

/// The greeter's command line over a text.
func greeter(
  services: String = Texts.services,
  catalog: FactoryCatalog = .greetings,
  modules: [any Module] = [],
  variables: [String: String] = [:],
  output: CommandOutput
) -> PatchbayCommand {
  let only = CommandOption("--only", value: "COUNT", summary: "greet less often")
  return PatchbayCommand(
    "greeter",
    catalog: catalog,
    configuration: .bytes(Array(services.utf8), name: "Config/services.yaml"),
    modules: modules,
    variables: variables,
    output: output,
    subcommands: [
      Subcommand(
        "greet", summary: "Greets as often as the configuration says.",
        options: [only],
        exitCodes: [3: "it greeted more than once"],
        examples: ["greet --only 1"]
      ) { invocation in
        let plan = try invocation.plan()
        if invocation[only] == "none" { throw UsageError("no one to greet") }
        if invocation[only] == "fail" { throw Failure() }
        let greeter = try Container(plan).resolve("greeter", as: Greeter.self)
        invocation.output.result(greeter.greeting)
        return greeter.times == 1 ? ExitCode.success : 3
      }
    ]
  )
}

extension String {
  /// The text in double quotes, in which YAML allows every character as an escape.
  var quotedForYAML: String {
    let escaped = unicodeScalars.map { scalar in
      scalar.isASCII && scalar.value >= 0x20 && scalar != "\"" && scalar != "\\"
        ? String(scalar) : String(format: "\\U%08X", scalar.value)
    }
    return "\"\(escaped.joined())\""
  }
}

struct Failure: Error, CustomStringConvertible {
  var description: String { "out of breath" }
}

extension Subcommand {
  /// Returns the formats of a command of the library.
  static func formats(of name: String) -> [String] {
    builtIn.first { $0.name == name }?.formats ?? []
  }
}
