import Patchbay
import PatchbayCommand

extension Subcommand {
  /// Checks the whole configuration, then starts what it defines, until the program is asked to end.
  static let serve = Subcommand(
    "serve", summary: "Answers HTTP requests until it is interrupted.",
    examples: ["serve --environment development"]
  ) { invocation in
    // Throws where anything is wrong with the configuration; no factory has run then.
    let plan = try invocation.plan()
    let container = Container(plan)
    container.observe(.log)
    // Builds what has to be started, with all that it needs, and starts it; stops it again when the
    // program is interrupted.
    try await container.run { _ in
      let server = try container.resolve(.server)
      let environment = invocation.environment.map { ", environment \($0)" } ?? ""
      let address = "http://\(server.host):\(server.port ?? 0)"
      Console.print("shortlinks: listening on \(address)\(environment)")
    }
    Console.print("shortlinks: stopped")
    return ExitCode.success
  }
}
