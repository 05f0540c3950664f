import Patchbay
import PatchbayCommand
import TestSupport
import Testing

/// The example of `PatchbayCommand`'s documentation, as it is there.
@Suite("The documentation's example of a command line")
struct DocumentationExampleTests {
  @Test("compiles, and runs with what it is given")
  func example() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Texts.services, to: "services.yaml")
    let recorder = Recorder()
    let command = PatchbayCommand(
      "greeter",
      catalog: .greetings,
      configuration: "Config/services.yaml",
      variables: [:],
      output: recorder.output(),
      subcommands: [
        Subcommand("greet", summary: "Greets once.") { invocation in
          let container = Container(try invocation.plan())
          invocation.output.result(try container.resolve("greeter", as: Greeter.self).greeting)
          return ExitCode.success
        }
      ]
    )
    #expect(await command.run(["greet", "--config", file, "--environment", "quiet"]) == 0)
    #expect(recorder.result == "Hello, nobody!")
    #expect(recorder.problem == "")
  }
}
