import Patchbay
import PatchbayCommand

extension Subcommand {
  /// Checks the whole configuration, then starts what it defines, until the program is asked to end.
  static let serve = Subcommand(
    "serve", summary: "Answers HTTP requests until it is interrupted.",
    exitCodes: [ExitCode.unavailable: "something it needs is not to be had, such as its port"]
  ) { invocation in
    // Throws where anything is wrong with the configuration; no factory has run then.
    let plan = try invocation.plan()
    let container = Container(plan)
    do {
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
    } catch let error as DiagnosticsError where error.underlying == nil {
      // Not a factory's own failure: the configuration has no such server.
      throw error
    } catch {
      Console.printError("\(error)")
      return ExitCode.unavailable
    }
  }
}

extension ExitCode {
  /// Something that the program needs is not to be had, such as a port: `EX_UNAVAILABLE`.
  static let unavailable: Int32 = 69
}
