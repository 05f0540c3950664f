import ArgumentParser
import Patchbay
import PatchbayCommand

struct App: AsyncParsableCommand {  // with `@main`
  static let configuration = CommandConfiguration(subcommands: [Serve.self, Wiring.self])
}

struct Serve: AsyncParsableCommand {
  @Option var environment: String?

  func run() async throws {
    try await Container(loading: "Config/app.yaml", environment: environment, catalog: .app).run()
  }
}

struct Wiring: AsyncParsableCommand {
  @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

  func run() async throws {
    let command = PatchbayCommand("app wiring", catalog: .app, configuration: "Config/app.yaml")
    throw ArgumentParser.ExitCode(await command.run(arguments))
  }
}
