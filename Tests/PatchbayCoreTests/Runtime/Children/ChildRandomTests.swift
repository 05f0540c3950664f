import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("What children see of their parents follows three rules, whatever both define")
struct ChildRandomTests {
  /// The definitions of three generations, by chance.
  private static func definitions(
    seed: UInt64
  ) -> (parent: TestDefinitions, child: TestDefinitions, grandchild: TestDefinitions) {
    var random = SplitMix(state: seed)
    func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
    func fill(_ set: inout TestDefinitions, _ prefix: String, known: [String]) -> [String] {
      var known = known
      for index in 0..<Int.random(in: 1...6, using: &random) {
        let key = chance(6) ? known.randomElement(using: &random) ?? "x" : "\(prefix)\(index)"
        if set.set.definitions.contains(where: { $0.key == key }) { continue }
        let others = known.filter { $0 != key }
        let other = others.randomElement(using: &random)
        let tags = chance(3) ? ["voice": Int.random(in: 0...2, using: &random)] : [:]
        switch Int.random(in: 0..<8, using: &random) {
        case 0: set.define(key, "Choir", ["voices": .tagged(chance(5) ? "voise" : "voice")])
        case 1: set.define(key, "Polite", autowire: true)
        case 2: set.define(key, "Lonely", ["friend": .optional(other ?? "missing")], tags: tags)
        case 3 where other != nil:
          set.define(
            key, "Polite", ["inner": .inner], tags: chance(4) ? tags : [:],
            decorates: other, provides: chance(3) ? ["Polite"] : nil)
        case 4 where other != nil:
          set.define(key, "Polite", ["inner": .ref(other!)], tags: tags)
        case 5: set.define(key, "Polite", ["inner": .inline("Lonely", [:])], tags: tags)
        default: set.define(key, "Plain", tags: tags, provides: chance(5) ? ["Plain"] : nil)
        }
        known.append(key)
        if chance(5) {
          set.alias("\(key).alias", of: key)
          known.append("\(key).alias")
        }
      }
      return known
    }
    var (parent, child, last) = (TestDefinitions(), TestDefinitions(), TestDefinitions())
    let known = fill(&parent, "p", known: [])
    _ = fill(&last, "l", known: fill(&child, "c", known: known))
    return (parent, child, last)
  }

  /// Checks a child of random definitions against what its parent's plan has.
  private func check(_ child: Container, _ definitions: TestDefinitions, _ seed: UInt64) throws {
    let (parent, set) = (try #require(child.parent), definitions.set)
    let own = Set(set.definitions.map(\.key) + set.aliases.map(\.key))
    checkKeys(child, parent, set, own, seed)
    try checkServices(child, parent, set, own, seed)
    // A service that the child decorates is found by the types of its decorator.
    if set.definitions.allSatisfy({ $0.decorates.map { own.contains($0.text) } ?? true }) {
      for type in [Plain.self, Polite.self, (any Greeter).self] as [Any.Type] {
        checkType(TypeName(type), child.plan.wiring, parent.plan.wiring, own, seed)
      }
    }
    // The tags of a decorator are those of the decorated key.
    if !set.definitions.contains(where: { $0.isDecorator && !$0.tags.isEmpty }) {
      checkTag(child.plan.wiring, parent.plan.wiring, set, own, seed)
    }
  }

  /// By key: the child's own, then the parent's.
  private func checkKeys(
    _ child: Container, _ parent: Container, _ set: DefinitionSet, _ own: Set<String>,
    _ seed: UInt64
  ) {
    let decorators = set.definitions.filter(\.isDecorator).map(\.key)
    let expected = own.subtracting(decorators).union(parent.plan.keys.filter { !own.contains($0) })
    #expect(child.plan.keys == expected.sorted(), "seed \(seed)")
  }

  /// A key of the parent is its service, inside the decorators of the child.
  private func checkServices(
    _ child: Container, _ parent: Container, _ set: DefinitionSet, _ own: Set<String>,
    _ seed: UInt64
  ) throws {
    let wiring = parent.plan.wiring
    for key in parent.plan.keys where !own.contains(key) {
      let service = try #require(wiring.index(ofKey: key))
      let decorators = set.definitions.compactMap(\.decorates?.text)
        .count { !own.contains($0) && wiring.index(ofKey: $0) == service }
      let expected = try String(repeating: "please, ", count: decorators) + parent.greeting(key)
      // Once before it is in a cell, and once after.
      for _ in 0..<2 { #expect(try child.greeting(key) == expected, "seed \(seed), `\(key)`") }
    }
  }

  /// By type: the child's own, or if it has none, the parent's that it does not hide.
  private func checkType(
    _ type: TypeName, _ child: Wiring, _ parent: Wiring, _ own: Set<String>, _ seed: UInt64
  ) {
    let offered = child.offers[type]
    let inherited = offered.filter { child.services[$0].inherited != nil }
    let expected = parent.offers[type].map(parent.servedKey).filter { !own.contains($0) }
    #expect(
      inherited.map(child.servedKey) == (offered.count > inherited.count ? [] : expected),
      "seed \(seed), \(type)")
  }

  /// By tag: both, by priority; of equals, the child's own come first.
  private func checkTag(
    _ child: Wiring, _ parent: Wiring, _ set: DefinitionSet, _ own: Set<String>, _ seed: UInt64
  ) {
    let tagged = set.definitions.filter { !$0.tags.isEmpty }.map { ($0.key, $0.tags[0].priority) }
    let inherited = (parent.tags["voice"] ?? [])
      .map { (parent.servedKey(of: $0.index), $0.priority) }.filter { !own.contains($0.0) }
    let expected = (tagged + inherited).inStableOrder { $0.1 > $1.1 }.map(\.0)
    let found = (child.tags["voice"] ?? []).map { child.servedKey(of: $0.index) }
    #expect(found == expected, "seed \(seed)")
  }

  @Test(
    "three random generations see the services that the rules say",
    arguments: 0..<8 as Range<UInt64>)
  func inThreeGenerations(_ block: UInt64) throws {
    var (children, grandchildren) = (0, 0)
    for seed in block * 50..<(block + 1) * 50 {
      let (first, second, third) = Self.definitions(seed: seed)
      guard let parent = try? first.plan(.greeters),
        let middle = try? Plan(second.set, catalog: .greeters, parent: parent)
      else { continue }
      let child = try Container(middle, parent: Container(parent))
      try check(child, second, seed)
      children += 1
      guard let last = try? Plan(third.set, catalog: .greeters, parent: middle) else { continue }
      try check(Container(last, parent: child), third, seed)
      grandchildren += 1
    }
    #expect(children > 5 && grandchildren > 2)
  }
}
