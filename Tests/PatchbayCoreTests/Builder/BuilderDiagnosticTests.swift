import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

/// Diagnostics of definitions in Swift: the checks of a file, with places in the Swift source.
@Suite struct BuilderDiagnosticTests {
  static let file = "App/Main.swift"

  static let catalog = FactoryCatalog("app", fileID: "App/Catalog.swift", line: 3) {
    Factory("Plain", .value("greeting", default: "hello"), fileID: "App/Catalog.swift", line: 4) {
      (text: String) in Plain(text)
    }
    .provides((any Greeter).self) { $0 }
    Factory(
      "Polite", .service("inner", as: (any Greeter).self), fileID: "App/Catalog.swift", line: 5,
      make: Polite.init
    )
    .provides((any Greeter).self) { $0 }
    Factory("Many", .value("count"), fileID: "App/Catalog.swift", line: 6) { (count: Int) in
      Node("\(count)")
    }
    Factory("Map", .value("value"), fileID: "App/Catalog.swift", line: 7) {
      (map: [String: Int]) in
      Node("\(map.count)")
    }
    Factory("Silent", fileID: "App/Catalog.swift", line: 8) { Plain() }
    Factory("Both", .service("left"), .value("count"), fileID: "App/Catalog.swift", line: 9) {
      (left: any Greeter, count: Int) in Node("\(count)")
    }
    Factory("Keeper", .service("container"), fileID: "App/Catalog.swift", line: 10) {
      (container: Container) in Node("keeper")
    }
    Factory("Pair", .service("pair"), fileID: "App/Catalog.swift", line: 11) {
      (pair: (Int, String)) in Node(pair.1)
    }
  }

  static let mistakes: [Mistake<Definitions>] = [
    Mistake(
      "a key twice",
      """
      error[duplicate-key]: `plain` is defined twice
       --> App/Main.swift:14: defined here again
       ::: App/Main.swift:10: defined here before
      """,
      Definitions {
        Define("plain", "Plain", fileID: file, line: 10)
        Provide("plain", instance: 1, fileID: file, line: 14)
      }),
    Mistake(
      "an unknown key",
      """
      error[unknown-service]: `polite` depends on `plan`, which no layer defines
       --> App/Main.swift:13: no service has this key
       ::: App/Main.swift:10: a similar key is defined here
        = note: 1 layer was searched: Main.swift:8
      help: did you mean `plain`?
      """,
      Definitions {
        Define("plain", "Plain", fileID: file, line: 10)
        Define("polite", "Polite", fileID: file, line: 12)
          .argument("inner", .reference("plan"), fileID: file, line: 13)
      }),
    Mistake(
      "a dependency of a closure that is not there",
      """
      error[unknown-service]: `polite` depends on `plan`, which no layer defines
       --> App/Main.swift:12: no service has this key
       ::: App/Main.swift:10: a similar key is defined here
        = note: 1 layer was searched: Main.swift:8
      help: did you mean `plain`?
      """,
      Definitions {
        Provide("plain", fileID: file, line: 10) { Plain() }
        Provide(
          "polite", as: (any Greeter).self, .service("plan", as: Plain.self), fileID: file, line: 12
        ) { (plain: Plain) in Polite(inner: plain) }
      }),
    Mistake(
      "an unknown type",
      """
      error[unknown-type]: no factory is registered for the type name `Plaine`
       --> App/Main.swift:10: not in the catalog
       ::: App/Main.swift:10: while binding `plain`
        = note: the catalog `app` is built at App/Catalog.swift:3 and registers 8 type names
      help: did you mean `Plain`?
      """,
      Definitions { Define("plain", "Plaine", fileID: file, line: 10) }),
    Mistake(
      "a missing argument",
      """
      error[missing-argument]: `Polite` needs the argument `inner`, which `polite` does not give
       --> App/Main.swift:10: `inner` is missing here
        = note: declared at App/Catalog.swift:5: Polite(inner: any Greeter)
      help: add the argument: no service provides `any Greeter`
          + .argument("inner", .reference(<Greeter>))
      """,
      Definitions { Define("polite", "Polite", fileID: file, line: 10) }),
    Mistake(
      "an argument that nothing is autowired for",
      """
      error[missing-argument]: `Both` needs the argument `left`, which `both` does not give; `autowire` can give no `any Greeter`
       --> App/Main.swift:11: `left` is missing here
        = note: declared at App/Catalog.swift:9: Both(left: any Greeter, count: Int)
      help: add the argument: no service provides `any Greeter`
          + .argument("left", .reference(<Greeter>))
      """,
      Definitions {
        Define("silent", "Silent", fileID: file, line: 10)
        Define("both", "Both", fileID: file, line: 11).argument("count", 1).autowire()
      }),
    Mistake(
      "a value and a service that nothing is autowired for",
      """
      error[missing-argument]: `Both` needs the arguments `left` and `count`, which `both` does not give; `autowire` can give no `any Greeter`
       --> App/Main.swift:10: `left` and `count` are missing here
        = note: declared at App/Catalog.swift:9: Both(left: any Greeter, count: Int)
      help: add the arguments
          + .argument("left", .reference(<Greeter>)) .argument("count", <Int>)
      """,
      Definitions { Define("both", "Both", fileID: file, line: 10).autowire() }),
    Mistake(
      "a container as a service",
      """
      error[missing-argument]: `Keeper` needs the argument `container`, which `keeper` does not give
       --> App/Main.swift:10: `container` is missing here
        = note: declared at App/Catalog.swift:10: Keeper(container: Container)
      help: add the argument: no service provides `Container`
          + .argument("container", .reference(<Container>))
      """,
      Definitions { Define("keeper", "Keeper", fileID: file, line: 10) }),
    Mistake(
      "a value for a tuple",
      """
      error[argument-kind]: the argument `pair` of `pair` takes a service, found a list
       --> App/Main.swift:11: expected a service that provides `(Int, String)`
        = note: `Pair.pair` is declared `(Int, String)` at App/Catalog.swift:11
      help: no service provides `(Int, String)`
      """,
      Definitions {
        Define("pair", "Pair", fileID: file, line: 10)
          .argument("pair", [1, "a"], fileID: file, line: 11)
      }),
    Mistake(
      "an unknown argument",
      """
      error[unknown-argument]: `Plain` has no parameter `greting`, which `plain` gives
       --> App/Main.swift:11: not declared by the factory
        = note: declared at App/Catalog.swift:4: Plain(greeting: String = "hello")
      help: did you mean `greeting`?
      """,
      Definitions {
        Define("plain", "Plain", fileID: file, line: 10)
          .argument("greting", "hi", fileID: file, line: 11)
      }),
    Mistake(
      "a value of the wrong type",
      """
      error[argument-type]: the argument `count` of `many` must be a whole number, found the text `twelve`
       --> App/Main.swift:11: expected `Int`
        = note: `Many.count` is declared `Int` at App/Catalog.swift:6
      """,
      Definitions {
        Define("many", "Many", fileID: file, line: 10).argument(
          "count", "twelve", fileID: file, line: 11)
      }),
    Mistake(
      "a value where a service is declared",
      """
      error[argument-kind]: the argument `inner` of `polite` takes a service, found the text `plain`
       --> App/Main.swift:11: expected a service that provides `any Greeter`
        = note: `Polite.inner` is declared `any Greeter` at App/Catalog.swift:5
      help: to refer to the service `plain`, write `.reference("plain")`
      """,
      Definitions {
        Define("plain", "Plain", fileID: file, line: 9)
        Define("polite", "Polite", fileID: file, line: 10).argument(
          "inner", "plain", fileID: file, line: 11)
      }),
    Mistake(
      "closures that need each other",
      """
      error[dependency-cycle]: `a` and `b` depend on each other
       --> App/Main.swift:10: 1. `a` needs `b`
       ::: App/Main.swift:11: 2. `b` needs `a`, closing the cycle
        = note: none of the two can be built first
      help: break the cycle where the dependency is only used later: declare that parameter with `.provider("a")` in the factory and the service is built on first use
      """,
      Definitions {
        Provide("a", as: Int.self, .service("b", as: Int.self), fileID: file, line: 10) { $0 }
        Provide("b", as: Int.self, .service("a", as: Int.self), fileID: file, line: 11) { $0 }
      }),
    Mistake(
      "a captive",
      """
      error[captive-dependency]: the singleton `keeper` would keep one `session` alive for ever, but `session` lives in the scope `request`
       --> App/Main.swift:12: a new one is expected in every scope
       ::: App/Main.swift:11: `session` is built once per `request`
       ::: App/Main.swift:12: `keeper` is built once per container
        = note: every scope after the first would see the first scope's session
      help: take `.provider("session")` in the factory so each use asks for the current scope
      """,
      Definitions {
        Scopes("request", fileID: file, line: 9)
        Provide("session", fileID: file, line: 10) { Client(base: "x") }
          .scope("request", fileID: file, line: 11)
        Provide(
          "keeper", as: Int.self, .service("session", as: Client.self), fileID: file, line: 12
        ) { _ in 1 }
      }),
    Mistake(
      "the wrong contract",
      """
      error[incompatible-service]: `keeper` needs a `Plain` for `session`, but `session` provides `Client`
       --> App/Main.swift:12: expected a service that provides `Plain`
       ::: App/Main.swift:10: `closure of session` provides `Client`
        = note: `closure of keeper.session` is declared at App/Main.swift:12
      help: no service provides `Plain`
      """,
      Definitions {
        Provide("session", fileID: file, line: 10) { Client(base: "x") }
        Provide("keeper", as: Int.self, .service("session", as: Plain.self), fileID: file, line: 12)
        {
          _ in 1
        }
      }),
    Mistake(
      "an unknown scope",
      """
      error[unknown-scope]: `session` has the scope `request`, which is not declared
       --> App/Main.swift:11: not a scope
        = note: the scopes are `singleton`, `transient`, `graph`, and `weak`
      help: declare it next to the definitions: `Scopes("request")`
      """,
      Definitions {
        Provide("session", fileID: file, line: 10) { Client(base: "x") }
          .scope("request", fileID: file, line: 11)
      }),
    Mistake(
      "an extension of nothing",
      """
      error[unknown-service]: `Extend` extends `sesion`, which no layer defines
       --> App/Main.swift:12: no service has this key
       ::: App/Main.swift:10: a similar key is defined here
        = note: 1 layer was searched: Main.swift:8
      help: did you mean `session`?
      """,
      Definitions {
        Provide("session", fileID: file, line: 10) { Client(base: "x") }
        Extend("sesion", fileID: file, line: 12) { (client: inout Client) in client.base = "y" }
      }),
    Mistake(
      "a hook of an instance",
      """
      error[unreachable-hook]: `plain` is an instance that the program hands in, and its `onStop` would never run
       --> App/Main.swift:10: neither started nor stopped by the container
      help: build it in a closure, or start and stop it where it comes from
      """,
      Definitions {
        Provide("plain", instance: Plain(), fileID: file, line: 10).onStop { _ in }
      }),
    Mistake(
      "a value class that is held weakly",
      """
      error[unknown-scope]: `session` cannot have the scope `weak`: `Client` is no class
       --> App/Main.swift:11: only an instance of a class can be held
        = note: `closure of session` is declared at App/Main.swift:10
      """,
      Definitions {
        Provide("session", fileID: file, line: 10) { Client(base: "x") }.scope(
          .weak, fileID: file, line: 11)
      }),
    Mistake(
      "an argument twice",
      """
      error[duplicate-key]: the argument `greeting` of `plain` is given twice
       --> App/Main.swift:12: given here again
       ::: App/Main.swift:11: given here before
      """,
      Definitions {
        Define("plain", "Plain", fileID: file, line: 10)
          .argument("greeting", "hi", fileID: file, line: 11)
          .argument("greeting", "ho", fileID: file, line: 12)
      }),
    Mistake(
      "an entry of a map twice",
      """
      error[duplicate-key]: the key `a` in `map.value` is given twice
       --> App/Main.swift:11: given here again
       ::: App/Main.swift:11: given here before
      """,
      Definitions {
        Define("map", "Map", fileID: file, line: 10)
          .argument("value", ["a": "1", "a": "2"], fileID: file, line: 11)
      }),
    Mistake(
      "a negative duration",
      """
      error[wrong-node-kind]: the timeout `start` of `plain` must not be negative
       --> App/Main.swift:10: negative
      """,
      Definitions {
        Define("plain", "Plain", fileID: file, line: 10)
          .timeouts(start: .seconds(-1), stop: .seconds(5)).retry(attempts: 2)
      }),
    Mistake(
      "the priority of a tag that is no number",
      """
      error[wrong-node-kind]: the tag `shown.priority` of `plain` must be a whole number
       --> App/Main.swift:11: expected a whole number
      """,
      Definitions {
        Define("plain", "Plain", fileID: file, line: 10)
          .tag("shown", attributes: ["priority": "high"], fileID: file, line: 11)
      }),
    Mistake(
      "an unknown parameter",
      """
      error[unknown-parameter]: no parameter is named `mail.form`
       --> App/Main.swift:11: used here
       ::: App/Main.swift:9: a similar name is defined here
      help: did you mean `mail.from`?
      """,
      Definitions {
        Parameters(["mail.from": "x"], fileID: file, line: 9)
        Define("plain", "Plain", fileID: file, line: 10)
          .argument("greeting", .parameter("mail.form"), fileID: file, line: 11)
      }),
    Mistake(
      "a parameter twice",
      """
      error[duplicate-key]: the parameter `mail.from` is given twice in the same layer
       --> App/Main.swift:10: second time
       ::: App/Main.swift:9: first time
        = note: a dotted name and a map of names are the same parameter
      """,
      Definitions {
        Parameters(["mail.from": "x"], fileID: file, line: 9)
        Parameters(["mail": ["from": "y"]], fileID: file, line: 10)
      }),
    Mistake(
      "a key that is none",
      """
      error[wrong-node-kind]: `my service` cannot be the key of a service
       --> App/Main.swift:10: expected letters, digits, `_`, `.` and `-`
      """,
      Definitions {
        Provide("my service", instance: 1, fileID: file, line: 10)
      }),
    Mistake(
      "a change of nothing",
      """
      error[patch-without-base]: `plan` is changed here, but no lower layer defines it
       --> App/Main.swift:11: `Change` changes an existing service
       ::: App/Main.swift:10: a similar key is defined here
      help: did you mean `plain`?
      help: to add a new service instead, write `Define` or `Provide`
      """,
      Definitions {
        Provide("plain", instance: Plain(), fileID: file, line: 10)
        Change("plan", fileID: file, line: 11).argument("greeting", "hi", fileID: file, line: 12)
      }),
    Mistake(
      "a removal of nothing",
      """
      error[remove-without-base]: `plan` is removed here, but no lower layer defines it
       --> App/Main.swift:11: there is nothing to remove
       ::: App/Main.swift:10: a similar key is defined here
      help: did you mean `plain`?
      """,
      Definitions {
        Provide("plain", instance: Plain(), fileID: file, line: 10)
        Remove("plan", fileID: file, line: 11)
      }),
    Mistake(
      "an inner without a decorator",
      """
      error[decorator-target]: `.inner` is used in `polite`, which decorates nothing
       --> App/Main.swift:11: refers to what a decorator wraps
      """,
      Definitions {
        Define("polite", "Polite", fileID: file, line: 10).argument(
          "inner", .inner, fileID: file, line: 11)
      }),
  ]

  @Test(arguments: mistakes) func aMistakeIsReportedAtItsLine(_ mistake: Mistake<Definitions>)
    throws
  {
    let error = #expect(throws: DiagnosticsError.self) {
      _ = try Plan(catalog: Self.catalog, fileID: Self.file, line: 8) { mistake.content }
    }
    let text = TerminalRenderer(color: false).render(error?.diagnostics ?? [])
    #expect(text == mistake.text)
  }

  @Test func everyErrorOfALineIsReported() throws {
    let file = Self.file
    let error = #expect(throws: DiagnosticsError.self) {
      _ = try Plan(catalog: Self.catalog, fileID: file, line: 8) {
        Provide(
          "sum", as: Int.self, .service("first", as: Int.self), .service("second", as: Int.self),
          fileID: file, line: 10
        ) { $0 + $1 }
        for name in ["p", "q", "r"] {
          Provide(name, as: Int.self, .service("no-\(name)", as: Int.self), fileID: file, line: 11)
          {
            $0
          }
        }
        for name in ["s", "t"] { Define(name, "Missing", fileID: file, line: 12) }
        Provide(
          "text", as: String.self, .parameter("left", as: String.self),
          .parameter("right", as: String.self), fileID: file, line: 13
        ) { $0 + $1 }
      }
    }
    func unknown(_ key: String, by user: String, _ line: Int) -> String {
      "App/Main.swift:\(line): error: '\(user)' depends on '\(key)', which no layer defines "
        + "[unknown-service]"
    }
    let type = "no factory is registered for the type name 'Missing'"
    #expect(
      error?.diagnostics.map(\.description) == [
        unknown("first", by: "sum", 10), unknown("second", by: "sum", 10),
        unknown("no-p", by: "p", 11), unknown("no-q", by: "q", 11), unknown("no-r", by: "r", 11),
        "App/Main.swift:12: error: \(type) [unknown-type]",
        "App/Main.swift:12: error: \(type) [unknown-type]",
        "App/Main.swift:13: error: no parameter is named 'left' [unknown-parameter]",
        "App/Main.swift:13: error: no parameter is named 'right' [unknown-parameter]",
      ])
    let services = error?.diagnostics.compactMap { $0.labels.last?.message } ?? []
    #expect(services.contains("while binding `s`") && services.contains("while binding `t`"))
  }
}
