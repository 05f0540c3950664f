import Patchbay
import PatchbayCommand
import Testing

@Suite("A command of the program ends with the code of the error that it throws")
struct ExitCodeTests {
  struct Broken: Error {}

  /// What goes wrong, and the exit code.
  enum Failure: String, CaseIterable {
    case factory, start, startInTime, stop, wiring, otherError, nothing

    var code: Int32 {
      switch self {
      case .factory, .start, .startInTime, .stop: 69
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
        .onStop { _ in
          if self == .stop { throw Broken() }
        }
        .eager().timeouts(start: timeout)
        if self == .wiring { Alias("other", of: "missing") }
      }
      if self == .otherError { throw Broken() }
      try await container.start()
      try await container.stop()
    }
  }

  /// A request that cannot be answered, although the wiring is right.
  enum Request: String, CaseIterable {
    case noSuchKey, anotherType, severalOfAType, outsideItsScope, synchronous, noSuchScope
    case missingParameter, parameterOfAnotherType, overlayOnSwift, afterTheStop

    func run() async throws {
      let container = try Container {
        Scopes("request")
        Parameters(["name": "Ada"])
        Provide("part", as: Int.self) { 1 }
        Provide("other", as: Int.self) { 2 }
        Provide("cart", as: String.self) { "empty" }.scope("request")
      }
      switch self {
      case .noSuchKey: _ = try container.resolve("prat", as: Int.self)
      case .anotherType: _ = try container.resolve("part", as: String.self)
      case .severalOfAType: _ = try container.resolve(Int.self)
      case .outsideItsScope: _ = try container.resolve("cart", as: String.self)
      case .synchronous:
        let catalog = FactoryCatalog("awaited") {
          Factory(async: "Awaited") { () async throws -> Double in 1 }
        }
        let container = try Container(
          loading: .inline("services: { a: { type: Awaited } }"), variables: [:], catalog: catalog)
        _ = try container.resolve("a", as: Double.self)
      case .noSuchScope: _ = try await container.openScope("session")
      case .missingParameter: _ = try container.parameters.value("nmae", as: String.self)
      case .parameterOfAnotherType: _ = try container.parameters.value("name", as: Int.self)
      case .overlayOnSwift:
        _ = try container.overlaid(by: ConfigurationSource.inline("services: {}"))
      case .afterTheStop:
        try await container.stop()
        _ = try container.resolve("part", as: Int.self)
      }
    }
  }

  @Test("with 70 for a request that cannot be answered", arguments: Request.allCases)
  func code(of request: Request) async {
    let (code, problem) = await result { try await request.run() }
    #expect(code == 70, "\(problem)")
    #expect(problem.hasPrefix("error["))
  }

  @Test("with 78 for a load in a request")
  func codeOfALoad() async {
    let (code, _) = await result {
      _ = try Container(
        loading: .inline("services: { a: { type: Missing } }"), variables: [:], catalog: .greetings)
    }
    #expect(code == 78)
  }

  @Test(arguments: Failure.allCases)
  func code(of failure: Failure) async {
    let (code, problem) = await result { try await failure.run() }
    #expect(code == failure.code)
    #expect(problem.isEmpty == (failure == .nothing))
  }

  /// Runs a command of the program.
  private func result(
    of serve: @escaping @Sendable () async throws -> Void
  ) async -> (code: Int32, problem: String) {
    let recorder = Recorder()
    let command = PatchbayCommand(
      "app", catalog: .greetings, configuration: .inline(Texts.services), variables: [:],
      output: recorder.output(),
      subcommands: [
        Subcommand("serve", summary: "Serves.") { _ in
          try await serve()
          return ExitCode.success
        }
      ])
    return (await command.run(["serve"]), recorder.problem)
  }
}
