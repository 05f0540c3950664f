import Patchbay
import PatchbayCommand

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `shortlinks serve`, and the commands that come with Patchbay, such as `check`, `show` and `graph`.
@main
enum Program {
  static func main() async {
    // A reader that hangs up is an error of `write`, not the end of the program.
    signal(SIGPIPE, SIG_IGN)
    let command = PatchbayCommand(
      "shortlinks",
      summary: "Shortens links, and redirects those who follow them.",
      catalog: .app,
      configuration: .shipped("Config/services.yaml", variable: "SHORTLINKS_CONFIG"),
      // Nothing listens with the base alone because a variable is missing.
      environment: .required,
      requests: .program,
      subcommands: [.serve]
    )
    exit(await command.run(CommandLine.arguments.dropFirst()))
  }
}
