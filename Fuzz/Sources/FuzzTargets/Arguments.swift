import Dispatch
import Patchbay
import PatchbayCommand
import Synchronization

/// Lines of text as the words of a command line.
let fuzzArguments: Target = { bytes in
  let words = bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  // Files of the machine are neither read nor mended.
  let touchesFiles = ["--fix", "--config", "--overlay", "--env-file"]
  if words.contains(where: { word in touchesFiles.contains { word.hasPrefix($0) } }) { return }
  let done = DispatchSemaphore(value: 0)
  let code = Mutex<Int32>(0)
  Task.detached {
    let found = await command.run(words)
    code.withLock { $0 = found }
    done.signal()
  }
  done.wait()
  let result = code.withLock(\.self)
  require([0, 1, 3, 64, 70, 78].contains(result), "exit code \(result)")
}

private let port = CommandArgument("PORT")
private let command = PatchbayCommand(
  "fuzz",
  catalog: .fuzz,
  configuration: .inline(
    """
    services:
      one: { type: Session, description: the first }
      two: { type: SessionCache, arguments: { session: !ref one } }
      three: { alias: two }
    environments: { test: { services: { one: { type: Session, scope: graph } } } }
    """),
  variables: [:],
  output: CommandOutput(result: requireInert, problem: requireInert),
  subcommands: [
    Subcommand(
      "serve", summary: "Serves.", arguments: [port],
      options: [CommandOption("--host", value: "HOST", summary: "where")], exitCodes: [3: "none"]
    ) { $0[port] == "0" ? 3 : 0 }
  ]
)
