import Patchbay
import Testing

/// What users of ObjectivePim did with a container that is a dictionary.
@Suite("Coming from ObjectivePim")
struct ObjectivePimTests {
  final class Foo: Sendable {
    let value: String
    init(value: String = "") { self.value = value }
  }

  final class Bar: Sendable {
    let value: String
    init(value: String) { self.value = value }
  }

  // MARK: Parameters

  @Test func parametersAreSetAndReadByTheirNames() throws {
    var definitions = Definitions()
    definitions["foo"] = "bar"
    definitions["default_items"] = 5
    let container = try Container { definitions }
    #expect(container.parameters["foo"] == "bar")
    #expect(try container.parameters.value("foo") == "bar")
    #expect(try container.parameters.value("default_items") == 5)
    #expect(container.parameters["nothing"] == nil)
  }

  // MARK: Services

  @Test func aServiceIsAClosureThatRunsWhenItIsFirstAskedFor() throws {
    let journal = Journal()
    var definitions = Definitions()
    definitions["service"] = { () -> Foo in
      journal.note("made")
      return Foo()
    }
    let container = try Container { definitions }
    #expect(journal.entries.isEmpty)
    let service = try container["service"]
    #expect(service is Foo)
    #expect(try container["service"] as AnyObject === service as AnyObject)
    #expect(journal.entries == ["made"])
  }

  @Test func aServiceCanUseOtherServicesAndParametersInAnyOrder() throws {
    var definitions = Definitions()
    definitions["last"] = { (resolver: Resolver) throws -> Bar in
      Bar(value: try resolver.resolve("other_service", as: Bar.self).value + "!")
    }
    definitions.add(
      Provide("other_service", as: Bar.self, .parameter("value")) { Bar(value: $0) })
    definitions["value"] = "given later"
    let container = try Container { definitions }
    #expect(try container.resolve("last", as: Bar.self).value == "given later!")
  }

  // MARK: Protecting

  @Test func aProtectedClosureIsTheServiceItself() throws {
    let journal = Journal()
    var definitions = Definitions()
    definitions["random"] = Protected { () -> Int in
      journal.note("called")
      return 4
    }
    let container = try Container { definitions }
    let random = try container.resolve("random", as: (@Sendable () -> Int).self)
    #expect(journal.entries.isEmpty)
    #expect(random() == 4)
    #expect(random() == 4)
    #expect(journal.entries.count == 2)
  }

  // MARK: Extending

  struct Client: Sendable {
    var base: String
    var policy = "none"
    var token = ""
  }

  static let client: ServiceKey<Client> = "client"

  @Test func aServiceIsModifiedJustAfterItIsMade() throws {
    let container = try Container {
      Provide(Self.client) { Client(base: "http://somehost.example") }
      Extend(Self.client) { (client: inout Client) in client.policy = "certificate" }
    }
    let client = try container.resolve(Self.client)
    #expect(client.base == "http://somehost.example")
    #expect(client.policy == "certificate")
  }

  @Test func theExtensionMayUseTheContainerAndComeFirst() throws {
    let container = try Container {
      Extend(Self.client) { (client: inout Client, resolver: Resolver) in
        client.token = try resolver.resolve("token", as: String.self)
      }
      Provide("token", as: String.self) { "t0k3n" }
      Provide(Self.client) { Client(base: "http://somehost.example") }
    }
    #expect(try container.resolve(Self.client).token == "t0k3n")
  }

  // MARK: Providers

  struct FooProvider: Module {
    var value: String

    var definitions: Definitions {
      Parameters(["key_to_value": .text(value)])
      Provide("foo", as: Foo.self, .parameter("key_to_value")) { Foo(value: $0) }
    }
  }

  @Test func aProviderPackagesServicesAndParametersForManyContainers() throws {
    for value in ["one", "two"] {
      let container = try Container {
        FooProvider(value: value)
        Provide("bar", as: Bar.self, .service("foo", as: Foo.self)) { Bar(value: $0.value) }
      }
      #expect(try container.resolve(Bar.self).value == value)
      #expect(container.parameters["key_to_value"] == .text(value))
    }
  }

  // MARK: Factories

  @Test func aFactoryServiceIsANewInstanceForEachRequest() throws {
    let container = try Container {
      Parameters(["key_to_value": "v"])
      Provide("service", as: Foo.self, .parameter("key_to_value")) { Foo(value: $0) }
        .scope(.transient)
    }
    let first = try container.resolve("service", as: Foo.self)
    #expect(try container.resolve("service", as: Foo.self) !== first)
    #expect(first.value == "v")
  }
}
