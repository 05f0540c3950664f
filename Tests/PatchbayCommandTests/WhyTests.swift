import Foundation
import Patchbay
import PatchbayCommand
import Testing

@Suite("why")
struct WhyTests {
  /// Factories of every arity, all of one type.
  private static let catalog = FactoryCatalog("links") {
    Factory("End") { Plain(ending: "") }.provides((any Voice).self) { $0 }
    Factory("One", .service("next")) { (next: any Voice) in Plain(ending: "") }
      .provides((any Voice).self) { $0 }
    Factory("Two", .service("left"), .service("right")) {
      (left: any Voice, right: any Voice) in Plain(ending: "")
    }
    .provides((any Voice).self) { $0 }
    Factory("All", .services("parts")) { (parts: [any Voice]) in Plain(ending: "") }
      .provides((any Voice).self) { $0 }
    Factory("Later", .lazy("next", as: (any Voice).self)) { (next: Lazy<any Voice>) in
      Plain(ending: "")
    }
    .provides((any Voice).self) { $0 }
  }

  private static let services = """
    roots: [top, second]
    services:
      top: { type: Two, arguments: { left: !ref a, right: !ref b } }
      a: { type: One, arguments: { next: !ref end } }
      b: { type: Later, arguments: { next: !ref end } }
      second: { type: All, arguments: { parts: !tagged part } }
      c: { type: One, tags: [part], arguments: { next: !ref long } }
      long: { type: One, arguments: { next: !ref a } }
      end: { type: End, tags: [part] }
      wrapped: { type: One, decorates: end, arguments: { next: !inner } }
      alone: { type: One, arguments: { next: !ref lonely } }
      lonely: { type: End }
      start: { type: One, eager: true, arguments: { next: !ref started } }
      started: { type: End }
      off: { type: End, eager: true, enabled: false }
      tail: { alias: end }
      holder: { type: One, arguments: { next: !inline { type: One, arguments: { next: !ref deep } } } }
      deep: { type: End }
    environments: { test: { roots: [holder] } }

    """

  private func why(_ words: String...) async -> Outcome {
    await run(words: ["why"] + words, services: Self.services, catalog: Self.catalog)
  }

  @Test("shows every shortest chain from each root, with parameters and places")
  func chains() async {
    let text = """
      top: Two (root)
        left → a: One, Config/services.yaml:3:40
          next → wrapped: One, Config/services.yaml:4:38
            next → end: End, Config/services.yaml:10:60
      top: Two (root)
        right → b: Later, Config/services.yaml:3:55
          next (deferred) → wrapped: One, Config/services.yaml:5:40
            next → end: End, Config/services.yaml:10:60
      second: All (root)
        parts (tagged part) → wrapped: One, Config/services.yaml:6:44
          next → end: End, Config/services.yaml:10:60
      """
    #expect(await why("end") == Outcome(code: 0, result: text, problem: ""))
    #expect(await why("tail") == Outcome(code: 0, result: text, problem: ""))
  }

  @Test("names those who need it over longer chains, at the end")
  func longerChains() async {
    let services = """
      roots: [top]
      services:
        top: { type: Two, arguments: { left: !ref a, right: !ref end } }
        a: { type: One, arguments: { next: !ref end } }
        end: { type: End }

      """
    let outcome = await run("why", "end", services: services, catalog: Self.catalog)
    #expect(
      outcome.result == """
        top: Two (root)
          right → end: End, Config/services.yaml:3:55
        `a` needs it too: `show` lists all
        """)
  }

  @Test("begins at a service that is named")
  func from() async {
    #expect(
      await why("end", "long").result == """
        long: One
          next → a: One, Config/services.yaml:8:41
            next → wrapped: One, Config/services.yaml:4:38
              next → end: End, Config/services.yaml:10:60
        """)
    #expect(
      await why("end", "tail").result == """
        wrapped: One
          next → end: End, Config/services.yaml:10:60
        """)
  }

  @Test("begins at what is built when the container starts, too")
  func eager() async {
    #expect(
      await why("started").result == """
        start: One (eager)
          next → started: End, Config/services.yaml:13:55
        """)
    #expect(await why("start") == Outcome(code: 0, result: "start: One (eager)", problem: ""))
    #expect(await why("top") == Outcome(code: 0, result: "top: Two (root)", problem: ""))
  }

  @Test("goes through inline services")
  func inline() async {
    #expect(
      await why("deep", "--environment", "test").result == """
        holder: One (root)
          next → holder.next: One, Config/services.yaml:17:43
            next → deep: End, Config/services.yaml:17:83
        """)
  }

  @Test("ends with 1 if nothing needs it, and says who would")
  func nothing() async {
    #expect(await why("off") == Outcome(code: 1, result: "nothing needs `off`", problem: ""))
    #expect(await why("alone") == Outcome(code: 1, result: "nothing needs `alone`", problem: ""))
    #expect(
      await why("lonely")
        == Outcome(
          code: 1,
          result: "no root needs `lonely`; `alone` would, which no root needs either", problem: ""))
    #expect(
      await why("top", "end")
        == Outcome(
          code: 1, result: "`end` does not need `top`; `top` needs `end`",
          problem: ""))
    #expect(
      await why("deep", "lonely", "--environment", "test", "--format", "text", "--quiet").result
        == "`lonely` does not need `deep`")
    #expect(
      await why("holder", "deep", "--environment", "test", "--format", "text", "--quiet").result
        == "`deep` does not need `holder`; `holder` needs `deep`")
    #expect(
      await why("top", "second")
        == Outcome(code: 1, result: "`second` does not need `top`", problem: ""))
    #expect(await why("lonely", "--format", "json").code == 1)
  }

  @Test("counts chains beyond the first twenty of each root")
  func many() async {
    func answer(_ levels: Int) async -> [Substring] {
      let layers = (0..<levels).map { level in
        """
          x\(level): { type: Two, arguments: { left: !ref y\(level), right: !ref z\(level) } }
          y\(level): { type: One, arguments: { next: !ref x\(level + 1) } }
          z\(level): { type: One, arguments: { next: !ref x\(level + 1) } }

        """
      }
      let services = "services:\n" + layers.joined() + "  x\(levels): { type: End }\n"
      let outcome = await run(
        "why", "x\(levels)", services: services, catalog: Self.catalog)
      #expect(outcome.code == 0)
      return outcome.result.split(separator: "\n")
    }
    let some = await answer(5)
    #expect(some.count { $0 == "x0: Two" } == 20)
    #expect(some.last == "and more from `x0`")
    #expect(await answer(4).count { $0 == "x0: Two" } == 16)
    #expect(await answer(100).last == "and more from `x0`")
  }

  @Test("shows few of many long chains, and cuts their indentation")
  func long() async {
    let links = (0..<1_500).map { level in
      """
        x\(level): { type: Two, arguments: { left: !ref x\(level + 1), right: !ref x\(level + 1) } }

      """
    }
    let services = "services:\n" + links.joined() + "  x1500: { type: End }\n"
    let outcome = await run("why", "x1500", services: services, catalog: Self.catalog)
    #expect(outcome.result.split(separator: "\n").count { $0 == "x0: Two" } == 2)
    #expect(outcome.result.utf8.count < 500_000)
    #expect(outcome.result.hasSuffix("and more from `x0`"))
  }

  @Test("writes the chains as JSON")
  func json() async throws {
    let text = await why("end", "--format", "json").result
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let paths = try #require(object["paths"] as? [[[String: Any]]])
    #expect(
      paths.map { $0.compactMap { $0["from"] as? String } } == [
        ["top", "a", "wrapped"], ["top", "b", "wrapped"], ["second", "wrapped"],
      ])
  }

  @Test("ends with 64 for a key that there is not, and knows other names")
  func wrong() async {
    let usage = "\nusage: greeter why KEY [FROM] [OPTION ...]"
    #expect(
      await why("ende").problem
        == "error: there is no service `ende`\nhelp: did you mean `end`?\(usage)")
    #expect(
      await why("part").problem
        == "error: there is no service `part`\n"
        + "help: it is a tag\(usage)")
    #expect(
      await why("end", "Two").problem
        == "error: there is no service `Two`\n"
        + "help: it is a type\(usage)")
    let services = """
      services: { a: { type: End } }
      environments: { one: { services: { b: { type: End } } }, two: { services: { a: !remove } } }
      """
    func problem(_ words: String...) async -> Substring {
      await run(words: words, services: services, catalog: Self.catalog).problem
        .split(separator: "\n").dropFirst().first ?? ""
    }
    #expect(
      await problem("why", "a", "--environment", "two")
        == "help: it is removed at Config/services.yaml:2:77")
    #expect(await why("end", "top", "x").code == 64)
    #expect(await why().code == 64)
  }
}
