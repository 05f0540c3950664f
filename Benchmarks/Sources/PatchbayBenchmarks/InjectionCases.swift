import Patchbay

/// Objects whose `@Injected` properties are set from within, or by the container that builds them.
let injectionCases = [
  Case(
    name: "inject", summary: "two properties of a new object, set by `inject(into:)`",
    floorName: "the same, passed to its initializer", limit: 60
  ) {
    let container = try Injections.container()
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(Injections.plain()) } },
      body: {
        for _ in 0..<$0 {
          let screen = Screen()
          try container.inject(into: screen)
          use(screen)
        }
      })
  },
  Case(
    name: "injected-read", summary: "an injected property, read",
    floorName: "a `static let`, returned", limit: 3
  ) {
    let container = try Injections.container()
    let screen = Screen()
    try container.inject(into: screen)
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(Floor.ownedGreeter()) } },
      body: { for _ in 0..<$0 { use(screen.first) } })
  },
  Case(
    name: "injectable-transient", summary: "a transient with two injected properties",
    floorName: "the same, passed to its initializer", limit: 100
  ) {
    let container = try Injections.container()
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(Injections.plain()) } },
      body: { for _ in 0..<$0 { use(try container.resolve(.page) as Page) } })
  },
  Case(
    name: "self-injecting", summary: "a transient that sets its two injected properties itself",
    floorName: "the same, passed to its initializer", limit: 60
  ) {
    let container = try Injections.container()
    Container.setDefault { container }
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(Injections.plain()) } },
      body: { for _ in 0..<$0 { use(try container.resolve(.sheet) as Sheet) } })
  },
]

extension ServiceKey where Service == Sheet { fileprivate static let sheet: Self = "sheet" }
extension ServiceKey where Service == Page { fileprivate static let page: Self = "page" }

class Screen: @unchecked Sendable {
  @Injected("greeter.english") var first: any Greeter
  @Injected("greeter.other") var second: any Greeter
}

final class Page: Screen, Injectable, @unchecked Sendable {}

final class Sheet: @unchecked Sendable {
  @Injected("greeter.english") var first: any Greeter
  @Injected("greeter.other") var second: any Greeter

  init() throws { try Container.default.inject(into: self) }
}

final class PlainScreen: Sendable {
  let first: any Greeter
  let second: any Greeter
  init(first: any Greeter, second: any Greeter) { (self.first, self.second) = (first, second) }
}

enum Injections {
  static func container() throws -> Container {
    let catalog = FactoryCatalog("injections") {
      Factory("Greeter") { EnglishGreeter() }.provides { $0 as any Greeter }
      Factory("Page") { Page() }
      Factory("Sheet") { try Sheet() }
    }
    return try Container(
      loading: .inline(
        """
        services:
          greeter.english: { type: Greeter }
          greeter.other: { type: Greeter }
          page: { type: Page, scope: transient }
          sheet: { type: Sheet, scope: transient }
        """), variables: [:], catalog: catalog)
  }

  @inline(never) static func plain() -> PlainScreen {
    PlainScreen(first: Floor.ownedGreeter(), second: Floor.ownedGreeter())
  }
}

@_optimize(none) @inline(never) private func use(_ screen: Screen) {}
@_optimize(none) @inline(never) private func use(_ screen: PlainScreen) {}
@_optimize(none) @inline(never) private func use(_ sheet: Sheet) {}
