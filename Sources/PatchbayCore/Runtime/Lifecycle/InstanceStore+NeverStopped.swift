import PatchbayDiagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension InstanceStore {
  /// Warns of a container that was started and is released without a stop: the hooks of its services never run.
  func warnOfNeverStopped() {
    let built = lifecycle.withLock { lifecycle -> [Int] in
      guard let lifecycle, case .success = lifecycle.startOutcome, !hasStopBegun(lifecycle) else {
        return []
      }
      return lifecycle.built
    }
    guard !built.isEmpty else { return }
    let keys = stopOrder(of: built).map { wiring.bindings[$0].key }
    let event = ContainerObserver.NeverStopped(keys: keys)
    activity?.post { $0.neverStopped?(event) }
    #if DEBUG
      let was = keys.count == 1 ? "was" : "were"
      writeToStandardError(
        "warning: a container was released without `stop()`: \(keys.quoted()) \(was) never stopped\n"
      )
    #endif
  }
}

#if DEBUG
  private func writeToStandardError(_ text: String) {
    var text = text
    // The whole text at once, as other threads write there, too; what is not written is lost.
    text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
#endif
