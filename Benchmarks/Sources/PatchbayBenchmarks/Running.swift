import Dispatch
import Patchbay

/// Starts containers of services that run, all from one plan, and stops each if asked to; otherwise the process ends
/// while they run.
///
/// No case, as the tasks of runs are on threads of their own, where a case's instructions are not counted: the whole
/// process is, for two numbers of starts.
func startRunning(
  services: Int, times: Int, stopping: Bool = false, withResolver: Bool = false
) throws {
  let loop: @Sendable (Leaf) async -> Void = { _ in try? await Task.sleep(for: .seconds(86_400)) }
  let catalog = FactoryCatalog("running") {
    if withResolver {
      Factory("Loop", .resolver) { (_: Resolver) in Leaf() }.onRun(loop)
    } else {
      Factory("Loop", make: Leaf.init).onRun(loop)
    }
  }
  var yaml = "services:\n"
  for index in 0..<services { yaml += "  loop.\(index): { type: Loop }\n" }
  let plan = try ServiceConfiguration(.inline(yaml)).plan(catalog: catalog)
  let hasEnded = DispatchSemaphore(value: 0)
  Task {
    var containers: [Container] = []
    for _ in 0..<times {
      containers.append(Container(plan))
      try await containers.last?.start()
      if stopping { try await containers.last?.stop() }
    }
    hasEnded.signal()
    // What is released would end its runs.
    try await Task.sleep(for: .seconds(86_400))
    withExtendedLifetime(containers) {}
  }
  hasEnded.wait()
}
