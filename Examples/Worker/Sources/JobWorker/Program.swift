import Foundation
import Patchbay
import PatchbayCommand

@main
enum Program {
  static func main() async {
    await PatchbayCommand(
      "job-worker", summary: "Does the jobs of a queue.", catalog: .app,
      configuration: .shipped("Config/services.yaml"),
      // The base configuration has no addresses of its own.
      environment: .required, requests: .program, subcommands: [.run]
    ).main()
  }
}

extension Subcommand {
  /// Starts what the configuration defines, and stops it at SIGTERM or Control-C.
  static let run = Subcommand(
    "run", summary: "Does jobs until it is interrupted.",
    examples: ["run --environment development"]
  ) { invocation in
    // Throws where anything is wrong with the configuration; nothing has been built then.
    let container = Container(try invocation.plan())
    container.observe(
      ContainerObserver(
        attemptFailed: { log("\($0.key): attempt \($0.number) of \($0.attempts): \($0.error)") }))
    try await container.run { report in log("\(report)") }
    return ExitCode.success
  }
}

/// Writes to standard error, which is the log of the program.
func log(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
