import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("An assignment to definitions replaces earlier definitions of the name")
struct AssignmentTests {
  @Test func theLastClosureWins() throws {
    var definitions = Definitions()
    definitions["service"] = { Plain("first") }
    definitions["service"] = { resolver in Plain("second") }
    definitions["service"] = { Plain("last") }
    let container = try Container { definitions }
    #expect(try container.resolve("service", as: Plain.self).greeting == "last")
  }

  @Test func theLastParameterWins() throws {
    var definitions = Definitions()
    definitions["retries"] = 3
    definitions["retries"] = 5
    definitions["mail.from"] = "first"
    definitions["mail"] = ["from": "second", "to": "all", "copies": ["hidden": "none"]]
    definitions["mail.from"] = "last"
    definitions["mail.copies.hidden"] = "one"
    definitions["text"] = "text"
    definitions["text.part"] = "part"
    let container = try Container { definitions }
    #expect(container.parameters["retries"] == "5")
    #expect(
      container.parameters["mail"] == ["from": "last", "to": "all", "copies": ["hidden": "one"]])
    #expect(container.parameters["text"] == ["part": "part"])
  }

  @Test func aServiceReplacesAParameterAndViceVersa() throws {
    var definitions = Definitions()
    definitions["a"] = 1
    definitions["a"] = { Plain("service") }
    definitions["b"] = { Plain("service") }
    definitions["b"] = 2
    let container = try Container { definitions }
    #expect(try container.resolve("a", as: Plain.self).greeting == "service")
    #expect(container.parameters["a"] == nil)
    #expect(container.parameters["b"] == "2")
    #expect(!container.plan.contains("b"))
  }

  @Test("an assignment replaces the definitions of modules")
  func itReplacesWhatModulesDefined() throws {
    var definitions = Definitions {
      Parameters(["size": 1, "name": "kept"])
      Provide(.simple) { Plain("module") }
      Change("plain").tag("changed")
      Provide(.greeter) { Plain("module") }
      Alias("second", of: "greeter")
      Extend(.greeter) { Polite(inner: $0) }
    }
    definitions["plain"] = { Plain("assigned") }
    definitions["second"] = { Plain("no alias") }
    definitions["size"] = 2
    let container = try Container { definitions }
    #expect(try container.resolve(.simple).greeting == "assigned")
    #expect(try container.resolve("second", as: Plain.self).greeting == "no alias")
    #expect(try container.resolve(.greeter).greeting == "please, module")
    #expect(container.parameters["size"] == "2")
    #expect(container.parameters["name"] == "kept")
  }

  @Test("a key that two modules define is still defined twice")
  func whatTwoModulesDefineIsStillDefinedTwice() throws {
    var definitions = Definitions()
    definitions["plain"] = { Plain("assigned") }
    definitions.add(Provide(.simple) { Plain("added") })
    let error = try #require(throws: DiagnosticsError.self) { try Container { definitions } }
    #expect(error.codes == [.duplicateKey])
  }

  @Test func variablesOfSimpleTypesAreParameters() throws {
    let (retries, ratio, isOpen, name) = (3, 0.5, true, "main")
    let (hosts, ports) = (["a", "b"], ["http": 80])
    let nested: ParameterValue = ["deep": [1, 2]]
    var definitions = Definitions()
    definitions["retries"] = retries
    definitions["ratio"] = ratio
    definitions["open"] = isOpen
    definitions["name"] = name
    definitions["part"] = name.prefix(2)
    definitions["hosts"] = hosts
    definitions["ports"] = ports
    definitions["nested"] = nested
    definitions["computed"] = retries + 1
    let container = try Container { definitions }
    let parameters = container.parameters
    #expect(container.plan.keys.isEmpty)
    #expect(try parameters.value("retries") == 3)
    #expect(try parameters.value("ratio") == 0.5)
    #expect(try parameters.value("open") == true)
    #expect(parameters["name"] == "main")
    #expect(parameters["part"] == "ma")
    #expect(try parameters.value("hosts") == ["a", "b"])
    #expect(try parameters.value("ports") == ["http": 80])
    #expect(parameters["nested"] == ["deep": ["1", "2"]])
    #expect(try parameters.value("computed") == 4)
  }

  @Test func instancesAreServicesOfTheirStaticType() throws {
    let plain = Plain("instance")
    let greeter: any Greeter = Plain("protocol")
    var definitions = Definitions()
    definitions["plain"] = plain
    definitions["greeter"] = greeter
    definitions["client"] = Client(base: "value")
    let container = try Container { definitions }
    #expect(try container.resolve(.simple) === plain)
    #expect(try container.resolve(.greeter).greeting == "protocol")
    #expect(try container.resolve(.client).base == "value")
  }

  @Test func closuresInVariablesMakeTheService() throws {
    let make: @Sendable () -> Plain = { Plain("made") }
    let ask: @Sendable (Resolver) throws -> Client = { resolver in
      Client(base: try resolver.resolve(.simple).greeting)
    }
    var definitions = Definitions()
    definitions["plain"] = make
    definitions["client"] = ask
    let container = try Container { definitions }
    #expect(try container.resolve(.simple).greeting == "made")
    #expect(try container.resolve(.client).base == "made")
  }

  @Test func aClosureThatAwaitsIsNotTakenForAnInstance() throws {
    let text = try Compiler.output(
      of:
        """
        import Patchbay
        func use() {
          var definitions = Definitions()
          definitions["made"] = { 1 as Int }
          definitions["first"] = { () async throws -> Int in 1 }
          definitions["second"] = { (resolver: Resolver) async throws -> Int in 2 }
        }
        """)
    let errors = text.split(separator: "\n").filter {
      $0.contains(".swift:") && $0.contains("error:")
    }
    #expect(errors.count == 2)
    #expect(errors.first?.contains(".swift:5:") == true)
    #expect(errors.last?.contains(".swift:6:") == true)
  }
}
