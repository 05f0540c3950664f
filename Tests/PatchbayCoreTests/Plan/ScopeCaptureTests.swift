import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("A service captures no scope with a shorter lifetime")
struct ScopeCaptureTests {
  /// A service that keeps what it was given while it was built, and can ask again.
  private final class Audit: Sendable {
    let atBirth: Node?
    let resolver: Resolver
    init(_ atBirth: Node?, _ resolver: Resolver) {
      (self.atBirth, self.resolver) = (atBirth, resolver)
    }
    func session() throws -> Node { try resolver.resolve("session", as: Node.self) }
  }

  /// How the factory of the singleton asks for the scoped service.
  enum Path: CaseIterable { case resolver, container, task, asynchronous, asyncContainer }

  private func container(_ path: Path) throws -> Container {
    let box = Locked<Container?>(nil)
    let catalog = FactoryCatalog("t") {
      Factory("Session") { Node("session") }
      switch path {
      case .resolver:
        Factory("Audit", .resolver) {
          Audit(try? $0.resolve("session", as: Node.self), $0)
        }
      case .container:
        Factory("Audit", .resolver) { resolver in
          Audit(try? box.withLock { $0 }?.resolve("session", as: Node.self), resolver)
        }
      case .task:
        Factory(async: "Audit", .resolver) { (resolver: Resolver) async in
          let task = Task { try resolver.resolve("session", as: Node.self) }
          return Audit(try? await task.value, resolver)
        }
      case .asynchronous:
        Factory(async: "Audit", .resolver) { (resolver: Resolver) async in
          Audit(try? await resolver.resolve(awaiting: ServiceKey<Node>("session")), resolver)
        }
      case .asyncContainer:
        Factory(async: "Audit", .resolver) { (resolver: Resolver) async in
          let container = box.withLock { $0 }
          return Audit(
            try? await container?.resolve(awaiting: ServiceKey<Node>("session")), resolver)
        }
      }
    }
    let container = Container(
      try definitions(scopes: ["request"]) {
        $0.define("session", "Session", scope: "request")
        $0.define("audit", "Audit")
      }.plan(catalog))
    box.withLock { $0 = container }
    return container
  }

  @Test(arguments: Path.allCases)
  func aSingletonSeesNoScopeWhileItIsBuilt(path: Path) async throws {
    let container = try container(path)
    let audit = try await container.withScope("request") { _ in
      try await container.resolve(awaiting: ServiceKey<Audit>("audit"))
    }
    #expect(audit.atBirth == nil)
  }

  @Test func aSingletonsResolverUsesTheScopeOfItsCallerAfterConstruction() async throws {
    let container = try container(.resolver)
    let audit = try container.resolve("audit", as: Audit.self)
    let (first, firstAgain) = try await container.withScope("request") { scope in
      (try audit.session(), try scope.resolve("session", as: Node.self))
    }
    let second = try await container.withScope("request") { _ in try audit.session() }
    #expect(first === firstAgain)
    #expect(first !== second)
    #expect(throws: DiagnosticsError.self) { try audit.session() }
  }

  @Test func aServiceOfAnOuterScopeSeesNoInnerOne() async throws {
    let box = Locked<Container?>(nil)
    let catalog = FactoryCatalog("t") {
      Factory("Session") { Node("session") }
      Factory("Job", .resolver) { resolver in
        Audit(try? box.withLock { $0 }?.resolve("session", as: Node.self), resolver)
      }
    }
    let container = Container(
      try definitions(scopes: ["job", "request"]) {
        $0.define("session", "Session", scope: "request")
        $0.define("job", "Job", scope: "job")
      }.plan(catalog))
    box.withLock { $0 = container }
    let job = try await container.withScope("job") { _ in
      try await container.withScope("request") { scope in
        try scope.resolve("job", as: Audit.self)
      }
    }
    #expect(job.atBirth == nil)
  }

  @Test func aServiceOfAnOuterScopeSeesItsOwnScope() async throws {
    let box = Locked<Container?>(nil)
    let catalog = FactoryCatalog("t") {
      Factory("Desk") { Node("desk") }
      Factory("Job", .resolver) { resolver in
        Audit(try? box.withLock { $0 }?.resolve("desk", as: Node.self), resolver)
      }
    }
    let container = Container(
      try definitions(scopes: ["job", "request"]) {
        $0.define("desk", "Desk", scope: "job")
        $0.define("job", "Job", scope: "job")
      }.plan(catalog))
    box.withLock { $0 = container }
    let (job, desk) = try await container.withScope("job") { outer in
      let job = try await container.withScope("request") { try $0.resolve("job", as: Audit.self) }
      return (job, try outer.resolve("desk", as: Node.self))
    }
    #expect(job.atBirth === desk)
  }

  private final class Keeper: Sendable {
    let session: Lazy<Node>
    init(_ session: Lazy<Node>) { self.session = session }
  }

  private static let keepers = FactoryCatalog("t") {
    Factory("Session") { Node("session") }
    Factory("Wrapper", .service("inner")) { (inner: Node) in Node("wrapper", [inner]) }
    Factory("Keeper", .lazy("session"), make: Keeper.init)
    Factory("Owner", .service("keeper", as: Keeper.self)) { (_: Keeper) in Node("owner") }
  }

  @Test func aLazyOfAShorterLivedServiceIsCaptive() {
    let reported = definitions(scopes: ["request"]) {
      $0.define("session", "Session", scope: "request")
      $0.define("keeper", "Keeper", ["session": .ref("session")])
    }.reported(Self.keepers)
    #expect(
      reported == [
        "captive-dependency: the singleton `keeper` would keep one `session` alive for ever, but "
          + "`session` lives in the scope `request`"
      ])
  }

  @Test func aLazyIsCaptiveThroughTransientsOnBothSides() {
    let reported = definitions(scopes: ["request"]) {
      $0.define("owner", "Owner", ["keeper": .ref("keeper")])
      $0.define("keeper", "Keeper", ["session": .ref("wrapper")], scope: "transient")
      $0.define("wrapper", "Wrapper", ["inner": .ref("session")], scope: "transient")
      $0.define("session", "Session", scope: "request")
    }.reported(Self.keepers)
    #expect(
      reported == [
        "captive-dependency: the singleton `owner` would keep one `session` alive for ever, but "
          + "`session` lives in the scope `request`"
      ])
  }

  @Test func aLazyWithinOneScopeIsNot() throws {
    let reported = definitions(scopes: ["request"]) {
      $0.define("session", "Session", scope: "request")
      $0.define("keeper", "Keeper", ["session": .ref("session")], scope: "request")
      $0.define("free", "Keeper", ["session": .ref("session")], scope: "transient")
    }.reported(Self.keepers)
    #expect(reported == [])
  }

  private final class Screen: Injectable {
    @Injected("session") var session: Lazy<Node>
  }

  @Test func anInjectedLazyOfAShorterLivedServiceIsRefused() async throws {
    let container = Container(
      try definitions(scopes: ["request"]) {
        $0.define("session", "Session", scope: "request")
      }.plan(Self.keepers))
    let error = #expect(throws: DiagnosticsError.self) { try container.inject(into: Screen()) }
    #expect(error?.codes == [.captiveDependency])
    try await container.withScope("request") { scope in
      let screen = Screen()
      try scope.inject(into: screen)
      #expect(try screen.session.value === scope.resolve("session", as: Node.self))
    }
  }

  @Test func aTransientOfASingletonSeesNoScope() async throws {
    let box = Locked<Container?>(nil)
    let catalog = FactoryCatalog("t") {
      Factory("Session") { Node("session") }
      Factory("Part") { () -> Node in
        let session = try? box.withLock { $0 }?.resolve("session", as: Node.self)
        return Node("part", session.map { [$0] } ?? [])
      }
      Factory("Top", .service("part"), .resolver) { (part: Node, resolver: Resolver) -> Node in
        Node("top", part.inputs + (try resolver.resolve("part", as: Node.self)).inputs)
      }
    }
    let container = Container(
      try definitions(scopes: ["request"]) {
        $0.define("session", "Session", scope: "request")
        $0.define("part", "Part", scope: "transient")
        $0.define("top", "Top", ["part": .ref("part")])
      }.plan(catalog))
    box.withLock { $0 = container }
    let top = try await container.withScope("request") { _ in
      try container.resolve("top", as: Node.self)
    }
    #expect(top.inputs.isEmpty)
  }

  private actor Page: Injectable {
    @Injected("session") var session: Lazy<Node>
  }

  @Test func anInjectedLazyOfAParentsScopedServiceIsRefused() async throws {
    let catalog = FactoryCatalog("t") {
      Factory("Session") { Node("session") }
      Factory("Page") { Page() }
    }
    let parent = Container(
      try definitions(scopes: ["request"]) {
        $0.define("session", "Session", scope: "request")
      }.plan(catalog))
    let child = try parent.child(catalog) { $0.define("page", "Page") }
    try await parent.withScope("request") { _ in
      let error = #expect(throws: DiagnosticsError.self) {
        try child.resolve("page", as: Page.self)
      }
      #expect(error?.codes == [.captiveDependency])
    }
  }
}
