extension StartReport {
  /// The longest chain of builds and hooks, each of which had to wait for the one before it.
  ///
  /// Without anything else to do, a start takes as long as its critical path: to shorten the start,
  /// shorten one of its parts.
  public struct CriticalPath: Sendable, Hashable {
    /// A build or a hook.
    public enum Kind: Sendable, Hashable {
      /// Building the service, with the dependencies that were built for it.
      case build
      /// Its hook `onStart`, with all attempts and pauses.
      case hook
    }

    /// One part of the path.
    public struct Part: Sendable, Hashable {
      /// The service's key.
      public let key: String
      /// What it did.
      public let kind: Kind
      /// The time that it took.
      public let duration: Duration
    }

    /// The parts in their order.
    public let parts: [Part]
    /// The sum of the parts' times.
    public let duration: Duration
    /// The longest part; the first of several. Nil if nothing was started.
    public let longest: Part?
    /// The length of the critical path if the longest part took no time.
    public let durationWithoutLongest: Duration
  }

  /// Returns the critical path of the start.
  public func criticalPath() -> CriticalPath {
    let path = longestPath(without: nil)
    let parts = path.flatMap(parts)
    let longest = parts.enumerated().max {
      ($0.element.duration, $1.offset) < ($1.element.duration, $0.offset)
    }?.element
    let rest = longest.map { longestPath(without: $0) } ?? []
    return CriticalPath(
      parts: parts, duration: sum(path, without: nil), longest: longest,
      durationWithoutLongest: sum(rest, without: longest))
  }

  private func parts(of service: Service) -> [CriticalPath.Part] {
    let build = CriticalPath.Part(key: service.key, kind: .build, duration: service.build)
    let hook = service.hook.map {
      CriticalPath.Part(key: service.key, kind: .hook, duration: $0)
    }
    return [build] + (hook.map { [$0] } ?? [])
  }

  private func sum(_ services: [Service], without part: CriticalPath.Part?) -> Duration {
    services.reduce(.zero) { $0 + time(of: $1, without: part) }
  }

  private func time(of service: Service, without part: CriticalPath.Part?) -> Duration {
    parts(of: service).reduce(.zero) { $1 == part ? $0 : $0 + $1.duration }
  }

  /// Returns the chain of services with the largest sum of times; of equal ones, the first.
  private func longestPath(without part: CriticalPath.Part?) -> [Service] {
    var sums: [Duration] = []
    var before: [Int?] = []
    var positions: [String: Int] = [:]
    for (position, service) in services.enumerated() {
      // In a cycle of properties, a service may wait for one that begins later: that wait was broken.
      var longest: Int?
      for other in service.waitedFor.compactMap({ positions[$0] }).sorted()
      where longest.map({ sums[$0] < sums[other] }) ?? true { longest = other }
      before.append(longest)
      sums.append((longest.map { sums[$0] } ?? .zero) + time(of: service, without: part))
      positions[service.key] = position
    }
    var path: [Service] = []
    var next = sums.indices.max { (sums[$0], $1) < (sums[$1], $0) }
    while let position = next {
      path.append(services[position])
      next = before[position]
    }
    return path.reversed()
  }
}

extension StartReport.CriticalPath: CustomStringConvertible {
  /// One line with the parts, and what the start would take without the longest one.
  public var description: String {
    guard let longest else { return "critical path \(milliseconds(duration))" }
    let texts = parts.map { "\($0.key).\($0.kind) \(milliseconds($0.duration))" }
    return
      "critical path \(milliseconds(duration)): \(texts.joined(separator: " → ")); without the "
      + "\(longest.kind) of \(longest.key) the start would take "
      + milliseconds(durationWithoutLongest)
  }
}
