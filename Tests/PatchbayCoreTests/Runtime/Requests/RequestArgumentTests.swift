import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("A service can take arguments from each request")
struct RequestArgumentTests {
  struct School: Sendable, Hashable { var name = "Grammar" }
  protocol Person: Sendable { var words: String { get } }
  struct Teacher: Person {
    var school: School
    var name: String
    var subject: String
    var words: String { "\(name) teaches \(subject) at \(school.name)" }
  }
  struct Pupil: Person {
    var name: String
    var words: String { "\(name) learns" }
  }

  static let catalog = FactoryCatalog("school") {
    Factory("School") { School() }
    Factory("Teacher", .argument("name"), .service("school"), .argument("subject")) {
      (name: String, school: School, subject: String) -> Teacher in
      Teacher(school: school, name: name, subject: subject)
    }
    .provides((any Person).self) { $0 }
    // The arguments choose the concrete type.
    Factory("Person", .argument("name"), .argument("age", as: Int?.self)) {
      (name: String, age: Int?) -> any Person in
      if age ?? 0 > 20 {
        Teacher(school: School(), name: name, subject: "Life")
      } else {
        Pupil(name: name)
      }
    }
    Factory("Wants", .service("teacher")) { (_: Teacher) in School(name: "wants") }
    Factory("Asks", .resolver) { (resolver: Resolver) throws -> School in
      School(
        name: try resolver.resolve(ServiceKey<Teacher>("teacher"), arguments: "Eve", "Art").words)
    }
  }

  static func container() throws -> Container {
    Container(
      try definitions {
        $0.define("school", "School")
        $0.define("teacher", "Teacher", ["school": .ref("school")])
        $0.define("person", "Person")
        $0.define("asks", "Asks")
      }.plan(catalog))
  }

  @Test func argumentsComeInTheOrderOfTheParameters() throws {
    let container = try Self.container()
    let key: ServiceKey<Teacher> = "teacher"
    let words = "David teaches English at Grammar"
    #expect(try container.resolve(key, arguments: "David", "English").words == words)
    let found = try container.resolve(
      ServiceKey<any Person>("teacher"), arguments: "David", "English")
    #expect(found.words == words)
    #expect(try container.resolve(Teacher.self, arguments: "David", "English").words == words)
  }

  @Test("the arguments of a request can choose the concrete type")
  func theyCanChooseTheConcreteType() throws {
    let container = try Self.container()
    let old = try container.resolve(ServiceKey<any Person>("person"), arguments: "Ann", 40)
    let young = try container.resolve(ServiceKey<any Person>("person"), arguments: "Ben", 8)
    let ageless = try container.resolve(
      ServiceKey<any Person>("person"), arguments: "Cy", Int?.none)
    #expect(old is Teacher)
    #expect(young is Pupil)
    #expect(ageless is Pupil)
  }

  @Test func eachRequestReceivesItsOwnInstance() throws {
    let container = try Self.container()
    let first = try container.resolve(ServiceKey<Teacher>("teacher"), arguments: "A", "B")
    let second = try container.resolve(ServiceKey<Teacher>("teacher"), arguments: "C", "D")
    #expect(first.name == "A")
    #expect(second.name == "C")
  }

  @Test func aFactoryGivesThemThroughItsResolver() throws {
    let asks = try Self.container().resolve("asks", as: School.self)
    #expect(asks.name == "Eve teaches Art at Grammar")
  }

  @Test(arguments: [
    ("none", "`teacher` takes two arguments from each request, and was given none"),
    ("few", "`teacher` takes two arguments from each request, and was given one"),
    ("many", "`teacher` takes two arguments from each request, and was given three"),
    ("type", "the argument `subject` of `teacher` is a `String`, and was given an `Int`"),
    ("order", "the argument `name` of `teacher` is a `String`, and was given an `Int`"),
    ("not taken", "`school` takes no arguments from each request, and was given one"),
  ])
  func aMismatchIsReportedBeforeAnythingIsBuilt(_ slip: String, _ message: String) throws {
    let container = try Self.container()
    let error = #expect(throws: DiagnosticsError.self) {
      switch slip {
      case "none": _ = try container.resolve("teacher", as: Teacher.self)
      case "few": _ = try container.resolve(ServiceKey<Teacher>("teacher"), arguments: "A")
      case "many":
        _ = try container.resolve(ServiceKey<Teacher>("teacher"), arguments: "A", "B", "C")
      case "type": _ = try container.resolve(ServiceKey<Teacher>("teacher"), arguments: "A", 1)
      case "order": _ = try container.resolve(ServiceKey<Teacher>("teacher"), arguments: 1, "A")
      default: _ = try container.resolve(ServiceKey<School>("school"), arguments: 1)
      }
    }
    #expect(error?.diagnostics.map(\.code) == [.runtimeArguments])
    #expect(error?.diagnostics.first?.message == message)
  }

  @Test func aServiceThatExistsRefusesArgumentsAsItDidBefore() async throws {
    let container = try Self.container()
    let key = ServiceKey<School>("school")
    _ = try container.resolve(key)
    let error = #expect(throws: DiagnosticsError.self) {
      try container.resolve(key, arguments: 1)
    }
    #expect(error?.diagnostics.map(\.code) == [.runtimeArguments])
    let awaited = await #expect(throws: DiagnosticsError.self) {
      try await container.resolve(awaiting: key, arguments: 1)
    }
    #expect(awaited?.diagnostics.map(\.code) == [.runtimeArguments])
  }

  @Test func everyWrongTypeIsReported() throws {
    let container = try Self.container()
    let error = #expect(throws: DiagnosticsError.self) {
      try container.resolve(ServiceKey<Teacher>("teacher"), arguments: 1, 2)
    }
    #expect(error?.diagnostics.count == 2)
  }

  @Test("a service with arguments of requests cannot decorate")
  func itDecoratesNothing() throws {
    let reported = definitions {
      $0.define("school", "School")
      $0.define("wrapped", "Teacher", ["school": .inner], decorates: "school")
      $0.define("wants", "Wants", ["teacher": .ref("school")])
    }.reported(Self.catalog)
    #expect(
      reported == [
        "runtime-arguments: `wrapped` cannot decorate a service: each request gives it `name` and "
          + "`subject`"
      ])
  }

  @Test("no service can refer to one with arguments of requests")
  func nothingElseCanReferToIt() throws {
    let reported = definitions {
      $0.define("school", "School")
      $0.define("teacher", "Teacher", ["school": .ref("school")])
      $0.define("wants", "Wants", ["teacher": .ref("teacher")])
      $0.define("wired", "Wants", autowire: true)
      $0.define("kept", "Teacher", ["school": .ref("school")], scope: "graph")
      $0.define("given", "Person", ["name": "Ada"])
    }.reported(Self.catalog)
    #expect(
      reported == [
        "runtime-arguments: the argument `teacher` of `wants` cannot be `teacher`: each request "
          + "gives it `name` and `subject`",
        "missing-argument: `Wants` needs the argument `teacher`, which `wired` does not give; "
          + "`autowire` can give no `Teacher`",
        "runtime-arguments: `kept` cannot have the scope `graph`: each request gives it `name` and "
          + "`subject`",
        "runtime-arguments: the argument `name` of `given` is given by each request, and not by a "
          + "configuration",
      ])
  }
}

@Suite("A factory can resolve any service through its resolver")
struct ResolverTests {
  final class Holder: Sendable {
    let resolver: Resolver
    init(_ resolver: Resolver) { self.resolver = resolver }
    func node(_ key: String) throws -> Node { try resolver.resolve(key, as: Node.self) }
  }

  static let catalog = FactoryCatalog("t") {
    Factory("Node") { Node("leaf") }
    Factory("Holder", .resolver, make: Holder.init)
    Factory("Eager", .resolver) { (resolver: Resolver) throws -> Node in
      Node("eager", [try resolver.resolve("node", as: Node.self)])
    }
    Factory("Ring", .resolver) { (resolver: Resolver) throws -> Node in
      Node("ring", [try resolver.resolve("ring", as: Node.self)])
    }
  }

  static func container(scopes: [String] = [], nodeScope: String? = nil) throws -> Container {
    Container(
      try definitions(scopes: scopes) {
        $0.define("node", "Node", scope: nodeScope)
        $0.define("holder", "Holder")
        $0.define("eager", "Eager", scope: "transient")
        $0.define("ring", "Ring")
      }.plan(catalog))
  }

  @Test("a resolver gives the services of its container")
  func itGivesWhatTheContainerGives() throws {
    let container = try Self.container()
    let node = try container.resolve("node", as: Node.self)
    #expect(try container.resolve("eager", as: Node.self).inputs.first === node)
    #expect(try container.resolve(Holder.self).node("node") === node)
  }

  @Test func theNameResolverIsFreeForConfigurations() throws {
    let reported = definitions { $0.define("h", "Holder", ["resolver": "x"]) }.reported(
      Self.catalog)
    #expect(reported == ["unknown-argument: `Holder` has no parameter `resolver`, which `h` gives"])
  }

  @Test(.timeLimit(.minutes(15)))
  func aCycleIsReported() throws {
    let container = try Self.container()
    let error = #expect(throws: DiagnosticsError.self) {
      try container.resolve("ring", as: Node.self)
    }
    #expect(error?.diagnostics.first?.code == .reentrantResolution)
  }

  @Test func aSingletonsLooksInTheCurrentScope() async throws {
    let container = try Self.container(scopes: ["request"], nodeScope: "request")
    let holder = try container.resolve(Holder.self)
    let outside = #expect(throws: DiagnosticsError.self) { try holder.node("node") }
    #expect(outside?.diagnostics.first?.code == .scopedOutsideScope)
    try await container.withScope("request") { scope in
      let node = try scope.resolve("node", as: Node.self)
      #expect(try holder.node("node") === node)
    }
  }

  @Test("a resolver does not retain its container")
  func itDoesNotRetainItsContainer() throws {
    let holder = try Self.container().resolve(Holder.self)
    let error = #expect(throws: DiagnosticsError.self) { try holder.node("node") }
    #expect(error?.diagnostics.map(\.code) == [.containerShutDown])
  }

  @Test func nestingOfRequestsHasALimit() throws {
    let catalog = FactoryCatalog("deep") {
      Factory("Deep", .resolver, .argument("depth")) {
        (resolver: Resolver, depth: Int) throws -> Int in
        try resolver.resolve(ServiceKey<Int>("deep"), arguments: depth + 1)
      }
    }
    let container = Container(try definitions { $0.define("deep", "Deep") }.plan(catalog))
    let error = #expect(throws: DiagnosticsError.self) {
      try container.resolve(ServiceKey<Int>("deep"), arguments: 0)
    }
    #expect(error?.diagnostics.first?.code == .limitExceeded)
  }
}
