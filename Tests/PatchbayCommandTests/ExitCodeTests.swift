import Patchbay
import PatchbayCommand
import Testing

@Suite("A command of the program ends with the code of the error that it throws")
struct ExitCodeTests {
  struct Broken: Error {}

  /// What goes wrong, and the exit code.
  enum Failure: String, CaseIterable {
    case factory, start, startInTime, wiring, otherError, nothing

    var code: Int32 {
      switch self {
      case .factory, .start, .startInTime: 69
      case .wiring: 78
      case .otherError: 70
      case .nothing: 0
      }
    }

    func run() async throws {
      let timeout: Duration? = self == .startInTime ? .milliseconds(1) : nil
      let container = try Container {
        Provide("part", as: Int.self) { _ in
          if self == .factory { throw Broken() }
          return 1
        }
        .onStart { _ in
          if self == .start { throw Broken() }
          if self == .startInTime { try await Task.sleep(for: .seconds(3_600)) }
        }
        .eager().timeouts(start: timeout)
        if self == .wiring { Alias("other", of: "missing") }
      }
      if self == .otherError { throw Broken() }
      try await container.start()
      try await container.stop()
    }
  }

  @Test(arguments: Failure.allCases)
  func code(of failure: Failure) async {
    let recorder = Recorder()
    let command = PatchbayCommand(
      "app", catalog: .greetings, configuration: .inline(Texts.services), variables: [:],
      output: recorder.output(),
      subcommands: [
        Subcommand("serve", summary: "Serves.") { _ in
          try await failure.run()
          return ExitCode.success
        }
      ])
    #expect(await command.run(["serve"]) == failure.code)
    #expect(recorder.problem.isEmpty == (failure == .nothing))
  }
}
