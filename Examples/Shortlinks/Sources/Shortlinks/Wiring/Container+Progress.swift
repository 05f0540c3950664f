import Patchbay

extension Container {
  /// Lets the probes answer with what has started, where the configuration has probes.
  func reportProgress() throws {
    try resolveIfPresent(.progress)?.follow { [weak self] in
      guard let readiness = self?.readiness else {
        return StartProgress.Report(ready: false, state: "stopped")
      }
      return StartProgress.Report(ready: readiness.isReady, state: "\(readiness)")
    }
  }
}
