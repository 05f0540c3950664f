import PatchbayDiagnostics

extension StartReport {
  /// Returns the start as Chrome trace events: a JSON text that Perfetto, speedscope and `chrome://tracing`
  /// open.
  ///
  /// Each service is a thread with its key as its name. An event for its start contains its hook, and
  /// the hook contains the attempts that failed. Each build is an event that names the service that it was
  /// for. Times are in microseconds since the beginning of the start.
  public func trace() -> String {
    var trace = ChromeTrace()
    for service in services {
      trace.add(
        service.key, "service", of: service.key, from: service.begun,
        taking: service.build + (service.hook ?? .zero),
        ["waited for": service.waits.json])
      guard let hook = service.hook else { continue }
      trace.add(
        "\(service.key).onStart", "hook", of: service.key, from: service.begun + service.build,
        taking: hook)
      for (index, attempt) in service.failedAttempts.enumerated() {
        trace.add(
          "attempt \(index + 1)", "attempt", of: service.key, from: attempt.begun,
          taking: attempt.duration, ["error": attempt.error.json])
      }
    }
    for build in builds {
      trace.add(
        "build \(build.key)", "build", of: build.key, from: build.begun, taking: build.duration,
        ["requested by": build.requestedBy.json])
    }
    let lines = trace.events.map(\.text).joined(separator: ",\n  ")
    return "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [\n  \(lines)\n]}\n"
  }
}

/// The events of a trace, with a thread for each service.
private struct ChromeTrace {
  private(set) var events: [JSON] = []
  private var threads: [String: Int] = [:]

  mutating func add(
    _ name: String, _ category: String, of service: String, from begun: Duration,
    taking duration: Duration, _ details: JSON = [:]
  ) {
    // Both ends are rounded down, so that what is inside an event stays inside.
    let (begin, end) = (begun.wholeMicroseconds, (begun + duration).wholeMicroseconds)
    let thread = thread(of: service)
    events.append(
      [
        "name": name.json, "cat": category.json, "ph": "X",
        "ts": begin.json, "dur": (end - begin).json, "pid": 1,
        "tid": thread.json, "args": details,
      ])
  }

  private mutating func thread(of service: String) -> Int {
    if let known = threads[service] { return known }
    let thread = threads.count
    threads[service] = thread
    events.append(
      [
        "name": "thread_name", "ph": "M", "pid": 1,
        "tid": thread.json, "args": ["name": service.json],
      ])
    return thread
  }
}

extension Duration {
  /// The number of whole microseconds.
  fileprivate var wholeMicroseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
  }
}
