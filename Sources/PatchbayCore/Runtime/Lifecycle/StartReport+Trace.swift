import PatchbayDiagnostics

extension StartReport {
  /// Returns the start as Chrome trace events: a JSON text that Perfetto, speedscope and `chrome://tracing`
  /// open.
  ///
  /// Each lane is a thread. A service is an event that contains its builds and its hook, and a hook
  /// contains its failed attempts. What requests built at the same time, for no started service, is in
  /// lanes of its own, after the others. Times are in microseconds since the beginning of the start.
  public func trace() -> String {
    let lanes = (services.map(\.lane).max() ?? -1) + 1
    let others = builds.filter { owner(of: $0) == nil }.inFreeLanes(from: lanes)
    var events: [JSONText] = []
    for lane in 0..<lanes { events.append(name("lane \(lane + 1)", ofLane: lane)) }
    let last = others.map(\.lane).max().map { $0 + 1 } ?? lanes
    for lane in lanes..<last { events.append(name("requests \(lane - lanes + 1)", ofLane: lane)) }
    for service in services { events += self.events(of: service) }
    for (build, lane) in others { events.append(event(of: build, inLane: lane)) }
    let lines = events.map(\.text).joined(separator: ",\n  ")
    return "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [\n  \(lines)\n]}\n"
  }

  /// Returns the position of the service in whose turn something was built; nil if there is none.
  private func owner(of build: Build) -> Int? {
    var key: String? = build.key
    var seen: Set<String> = []
    while let next = key, seen.insert(next).inserted {
      let owner = services.firstIndex { service in
        service.key == next && service.begun <= build.begun
          && build.begun + build.duration <= service.begun + service.build
      }
      if let owner { return owner }
      key = next == build.key ? build.requestedBy : builds.first { $0.key == next }?.requestedBy
    }
    return nil
  }

  private func events(of service: Service) -> [JSONText] {
    let lane = service.lane
    var events = [
      event(
        service.key, "service", from: service.begun, taking: service.total, inLane: lane,
        [("waited for", .array(service.waitedFor.map(JSONText.string)))])
    ]
    for build in builds where owner(of: build).map({ services[$0].key == service.key }) ?? false {
      events.append(event(of: build, inLane: lane))
    }
    guard let hook = service.hook else { return events }
    let begun = service.begun + service.build
    events.append(
      event("\(service.key).onStart", "hook", from: begun, taking: hook, inLane: lane, []))
    for (index, attempt) in service.failedAttempts.enumerated() {
      events.append(
        event(
          "attempt \(index + 1)", "attempt", from: attempt.begun, taking: attempt.duration,
          inLane: lane, [("error", .string(attempt.error))]))
    }
    return events
  }

  private func event(of build: Build, inLane lane: Int) -> JSONText {
    event(
      "build \(build.key)", "build", from: build.begun, taking: build.duration, inLane: lane,
      [("requested by", build.requestedBy.map(JSONText.string) ?? .null)])
  }

  private func event(
    _ name: String, _ category: String, from begun: Duration, taking duration: Duration,
    inLane lane: Int, _ details: [(String, JSONText)]
  ) -> JSONText {
    // Both ends are rounded down, so that what is inside an event stays inside.
    let (begin, end) = (begun.wholeMicroseconds, (begun + duration).wholeMicroseconds)
    return .object([
      ("name", .string(name)), ("cat", .string(category)), ("ph", .string("X")),
      ("ts", .number(begin)), ("dur", .number(end - begin)), ("pid", .number(1)),
      ("tid", .number(lane)), ("args", .object(details)),
    ])
  }

  private func name(_ name: String, ofLane lane: Int) -> JSONText {
    .object([
      ("name", .string("thread_name")), ("ph", .string("M")), ("pid", .number(1)),
      ("tid", .number(lane)), ("args", .object([("name", .string(name))])),
    ])
  }
}

extension [StartReport.Build] {
  /// Returns the builds, each in the first lane that is free.
  fileprivate func inFreeLanes(
    from first: Int
  ) -> [(build: StartReport.Build, lane: Int)] {
    var ends: [Duration] = []
    return map { build in
      let lane = ends.firstIndex { $0 <= build.begun } ?? ends.count
      if lane == ends.count { ends.append(.zero) }
      ends[lane] = build.begun + build.duration
      return (build, first + lane)
    }
  }
}

extension Duration {
  /// The number of whole microseconds.
  fileprivate var wholeMicroseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
  }
}
