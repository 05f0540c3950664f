import TestSupport
import Testing

@testable import PatchbayCore

@Suite("The critical path of a start is its longest chain of builds and hooks")
struct CriticalPathTests {
  private typealias Part = StartReport.CriticalPath.Part

  private func service(
    _ key: String, begun: Int = 0, build: Int, hook: Int? = nil, after: [String] = []
  ) -> StartReport.Service {
    .init(
      key: key, begun: .microseconds(begun), build: .microseconds(build),
      hook: hook.map { .microseconds($0) }, waitedFor: after)
  }

  private func path(_ services: StartReport.Service...) -> StartReport.CriticalPath {
    StartReport(services: services, duration: .zero).criticalPath()
  }

  @Test func asOneLine() {
    let path = path(
      service("pool", build: 1_200, hook: 31_000), service("mail", build: 9_000),
      service("users", build: 400, after: ["pool"]),
      service("server", build: 600, hook: 9_500, after: ["pool", "users", "mail"]))
    #expect(
      path.description == "critical path 42.7 ms: pool.build 1.2 ms → pool.hook 31.0 ms → "
        + "users.build 0.4 ms → server.build 0.6 ms → server.hook 9.5 ms; without the hook of pool "
        + "the start would take 19.1 ms")
    #expect(
      path.longest == Part(key: "pool", kind: .hook, duration: .milliseconds(31)))
    #expect(path.parts.map(\.key) == ["pool", "pool", "users", "server", "server"])
  }

  @Test func ofNothing() {
    #expect(path().description == "critical path 0.0 ms")
    #expect(path().longest == nil && path().parts.isEmpty)
  }

  @Test func ofEqualChainsTheFirst() {
    let path = path(service("a", build: 5), service("b", build: 5))
    #expect(path.parts.map(\.key) == ["a"])
    // The other one takes as long.
    #expect(path.durationWithoutLongest == .microseconds(5))
  }

  @Test func aWaitThatACycleOfPropertiesBreaksIsIgnored() {
    let path = path(
      service("a", build: 5, after: ["b"]), service("b", build: 7, after: ["a"]))
    #expect(path.parts.map(\.key) == ["a", "b"] && path.duration == .microseconds(12))
  }

  /// Returns the length of the longest chain by trying all, with one part left out.
  private func bruteForce(_ services: [StartReport.Service], without part: Part?) -> Duration {
    func length(_ service: StartReport.Service) -> Duration {
      var own = Duration.zero
      if part != Part(key: service.key, kind: .build, duration: service.build) {
        own += service.build
      }
      if let hook = service.hook, part != Part(key: service.key, kind: .hook, duration: hook) {
        own += hook
      }
      let before = services.filter { service.waitedFor.contains($0.key) }.map(length)
      return own + (before.max() ?? .zero)
    }
    return services.map(length).max() ?? .zero
  }

  @Test(arguments: 0..<200)
  func likeTheLongestOfAllChains(_ seed: UInt64) {
    var random = SplitMix(state: seed)
    var services: [StartReport.Service] = []
    for number in 0..<Int.random(in: 1...9, using: &random) {
      let before = services.map(\.key).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
      services.append(
        service(
          "s\(number)", build: .random(in: 0...4, using: &random),
          hook: Bool.random(using: &random) ? .random(in: 0...9, using: &random) : nil,
          after: before))
    }
    let path = StartReport(services: services, duration: .zero).criticalPath()
    #expect(path.duration == bruteForce(services, without: nil))
    #expect(path.parts.reduce(.zero) { $0 + $1.duration } == path.duration)
    #expect(path.longest?.duration == path.parts.map(\.duration).max())
    #expect(path.durationWithoutLongest == bruteForce(services, without: path.longest))
    // Each service of the path waited for the one before it.
    var keys: [String] = []
    for part in path.parts where keys.last != part.key { keys.append(part.key) }
    for (before, after) in zip(keys, keys.dropFirst()) {
      #expect(services.first { $0.key == after }?.waitedFor.contains(before) == true)
    }
  }
}
