import Dispatch
import Patchbay

/// Starts containers of services that run, all from one plan, and stops none: the process ends.
///
/// No case, as the tasks of runs are on threads of their own, where a case's instructions are not counted: the whole
/// process is, for two numbers of starts.
func startRunning(services: Int, times: Int) throws {
  let catalog = FactoryCatalog("running") {
    Factory("Loop", make: Leaf.init).onRun { _ in try? await Task.sleep(for: .seconds(86_400)) }
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
    }
    hasEnded.signal()
    // What is released would end its runs.
    try await Task.sleep(for: .seconds(86_400))
    withExtendedLifetime(containers) {}
  }
  hasEnded.wait()
}
