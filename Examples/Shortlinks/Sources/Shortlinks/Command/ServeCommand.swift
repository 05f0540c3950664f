import Patchbay
import PatchbayCommand

extension Subcommand {
  /// Checks the whole configuration, then builds the server and all that it needs, then listens.
  static let serve = Subcommand(
    "serve", summary: "Answers HTTP requests until it is interrupted."
  ) { invocation in
    // Throws where anything is wrong with the configuration; no factory has run then.
    let plan = try invocation.plan()
    let interrupt = Interrupt()
    do {
      let server = try Container(plan).resolve(.server)
      let port = try server.start()
      let environment = invocation.environment.map { ", environment \($0)" } ?? ""
      Console.print("shortlinks: listening on http://\(server.host):\(port)\(environment)")
      await interrupt.wait()
      server.stop()
      Console.print("shortlinks: stopped")
      return ExitCode.success
    } catch let error as DiagnosticsError where error.underlying == nil {
      // Not a factory's own failure: the configuration has no such server.
      throw error
    } catch {
      Console.printError("shortlinks: \(error)")
      return ExitCode.unavailable
    }
  }
}

extension ExitCode {
  /// Something that the program needs is not to be had, such as a port: `EX_UNAVAILABLE`.
  static let unavailable: Int32 = 69
}
