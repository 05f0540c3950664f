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
    let owners = owners
    let others = builds.indices.filter { owners[$0] == nil }.map { builds[$0] }
      .inFreeLanes(from: lanes)
    let own = Dictionary(grouping: builds.indices.filter { owners[$0] != nil }) { owners[$0] }
    var events: [JSONText] = []
    for lane in 0..<lanes { events.append(name("lane \(lane + 1)", ofLane: lane)) }
    let last = others.map(\.lane).max().map { $0 + 1 } ?? lanes
    for lane in lanes..<last { events.append(name("requests \(lane - lanes + 1)", ofLane: lane)) }
    for (position, service) in services.enumerated() {
      events += self.events(of: service, with: own[position, default: []].map { builds[$0] })
    }
    for (build, lane) in others { events.append(event(of: build, inLane: lane)) }
    let lines = events.map(\.text).joined(separator: ",\n  ")
    return "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [\n  \(lines)\n]}\n"
  }

  /// For each build the position of the service in whose turn it was built; nil if there is none.
  private var owners: [Int?] {
    let requesters = Dictionary(builds.map { ($0.key, $0.requestedBy) }) { first, _ in first }
    let positions = Dictionary(services.indices.map { (services[$0].key, $0) }) { first, _ in first
    }
    // For each key the first service on the path of its requesters, itself included; each path is walked once.
    var nearest: [String: Int?] = [:]
    func service(from start: String?) -> Int? {
      var found: Int?
      var path: [String] = []
      var next = start
      while let key = next {
        if let known = nearest[key] {
          found = known
          break
        }
        path.append(key)
        // Until its end is known: a cycle has none.
        nearest[key] = .some(nil)
        found = positions[key]
        next = found == nil ? requesters[key] ?? nil : nil
      }
      for key in path { nearest[key] = .some(found) }
      return found
    }
    return builds.map { build in
      var seen: Set<Int> = []
      var next = positions[build.key] ?? service(from: build.requestedBy)
      while let position = next, seen.insert(position).inserted {
        let turn = services[position]
        if turn.begun <= build.begun, build.begun + build.duration <= turn.begun + turn.build {
          return position
        }
        let requester = turn.key == build.key ? build.requestedBy : requesters[turn.key] ?? nil
        next = service(from: requester)
      }
      return nil
    }
  }

  private func events(of service: Service, with builds: [Build]) -> [JSONText] {
    let lane = service.lane
    var events = [
      event(
        service.key, "service", from: service.begun, taking: service.total, inLane: lane,
        [("waited for", .array(service.waitedFor.map(JSONText.string)))])
    ]
    for build in builds { events.append(event(of: build, inLane: lane)) }
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
    var lanes = Lanes()
    return map { ($0, first + lanes.take(from: $0.begun, until: $0.begun + $0.duration)) }
  }
}

extension Duration {
  /// The number of whole microseconds.
  fileprivate var wholeMicroseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
  }
}
