import Patchbay
import Testing

@testable import PatchbayCommand

@Suite("A dump of a command line shows no variable")
struct CommandMirrorTests {
  @Test("a dump of a command line shows no variable")
  func command() async throws {
    let recorder = Recorder()
    let command = PatchbayCommand(
      "greeter", catalog: .greetings, configuration: .inline(Texts.services),
      variables: ["USER_NAME": "hunter2"], output: recorder.output(),
      subcommands: [
        Subcommand(
          "show", summary: "Shows itself.",
          arguments: [CommandArgument("WORD", summary: "a word")]
        ) { invocation in
          var text = ""
          dump(invocation, to: &text)
          invocation.output.result(text + "\(invocation)")
          return 0
        }
      ])
    #expect(await command.run(["show", "me", "--config", "a.yaml"]) == 0)
    var text = recorder.result
    dump(command, to: &text)
    text += "\(command)"
    #expect(!text.contains("hunter2"))
    for shown in ["greeter", "show", "me", "a.yaml"] { #expect(text.contains("\"\(shown)\"")) }
  }
}
