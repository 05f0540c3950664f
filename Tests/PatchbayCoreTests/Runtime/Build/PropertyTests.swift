import PatchbayConfiguration
import PatchbayDiagnostics
import Synchronization
import Testing

@testable import PatchbayCore

@Suite("Properties are set before the product is returned, and can close cycles")
struct PropertyTests {
  /// A class with a partner that is set afterwards.
  final class Partner: Sendable {
    let name: String
    let first: Partner?
    private let other = Locked<Partner?>(nil)
    private let count = Locked(0)
    init(_ name: String, _ first: Partner? = nil) {
      self.name = name
      self.first = first
    }
    var second: Partner? {
      get { other.withLock { $0 } }
      set {
        other.withLock { $0 = newValue }
        count.withLock { $0 += 1 }
      }
    }
    var timesSet: Int { count.withLock { $0 } }
  }

  /// A class that is given a struct afterwards.
  final class Keeper: Sendable {
    private let kept = Locked<Value?>(nil)
    var value: Value? {
      get { kept.withLock { $0 } }
      set { kept.withLock { $0 = newValue } }
    }
  }

  struct Value: Sendable {
    var partner: Partner?
    var volume = 0
  }

  static let catalog = FactoryCatalog("t") {
    Factory("Alone", .value("name", default: "alone")) { (name: String) in Partner(name) }
      .property("second", as: Partner.self) { $0.second = $1 }
    Factory("Given", .value("name", default: "given"), .service("first")) {
      (name: String, first: Partner) in Partner(name, first)
    }
    .property("second", as: Partner.self) { $0.second = $1 }
    Factory("Value") { Value() }
      .property("partner", as: Partner.self) { $0.partner = $1 }
      .property("volume", value: Int.self) { $0.volume = $1 }
    Factory("Keeper") { Keeper() }.property("value", as: Value.self) { $0.value = $1 }
    Factory("Holds", .service("keeper")) { (keeper: Keeper) in Partner("holds") }
    Factory("Later", .service("value")) { (value: Value) in Partner("later") }
  }

  private func container(_ build: (inout TestDefinitions) -> Void) throws -> Container {
    Container(try definitions(build).plan(Self.catalog))
  }

  @Test func aStructGetsServicesAndValues() throws {
    let container = try container {
      $0.define("alone", "Alone")
      $0.define("value", "Value")
      $0.set("partner", of: "value", .ref("alone"))
      $0.set("volume", of: "value", "11")
    }
    let value = try container.resolve("value", as: Value.self)
    #expect(value.volume == 11)
    #expect(try value.partner === container.resolve("alone", as: Partner.self))
  }

  @Test(arguments: [("alone", "alone"), ("missing", nil)] as [(String, String?)])
  func anOptionalThatFindsNoServiceSetsNothing(_ key: String, _ name: String?) throws {
    let container = try container {
      $0.define("alone", "Alone")
      $0.define("value", "Value")
      $0.set("partner", of: "value", .optional(key))
      $0.set("volume", of: "value", "11")
    }
    let value = try container.resolve("value", as: Value.self)
    #expect(value.partner?.name == name)
    #expect(value.volume == 11)
  }

  @Test(arguments: ["a", "b"])
  func twoClassesReferToEachOther(_ asked: String) throws {
    let container = try container {
      $0.define("a", "Alone", ["name": "a"])
      $0.define("b", "Given", ["name": "b", "first": .ref("a")])
      $0.set("second", of: "a", .ref("b"))
    }
    _ = try container.resolve(asked, as: Partner.self)
    let a = try container.resolve("a", as: Partner.self)
    let b = try container.resolve("b", as: Partner.self)
    #expect(a.second === b)
    #expect(b.first === a)
    #expect(a.timesSet == 1)
  }

  @Test func aCycleOfPropertiesIsSetOnceFromAnyEntry() throws {
    for _ in 0..<50 {
      let container = try container { definitions in
        for index in 0..<8 {
          definitions.define("p\(index)", "Alone", ["name": .text("\(index)")])
          definitions.set("second", of: "p\(index)", .ref("p\((index + 1) % 8)"))
        }
      }
      onThreads(8) { index in _ = try? container.resolve("p\(index)", as: Partner.self) }
      let first = try container.resolve("p0", as: Partner.self)
      var next = first
      for _ in 0..<8 {
        #expect(next.timesSet == 1)
        next = try #require(next.second)
      }
      #expect(next === first)
    }
  }

  @Test func aServiceMayReferToItself() throws {
    let container = try container {
      $0.define("a", "Alone")
      $0.set("second", of: "a", .ref("a"))
    }
    let a = try container.resolve("a", as: Partner.self)
    #expect(a.second === a)
  }

  @Test func aTransientInACycleIsNewForEachUse() throws {
    let container = try container {
      $0.define("kept", "Alone")
      $0.define("fresh", "Given", ["first": .ref("kept")], scope: "transient")
      $0.set("second", of: "kept", .ref("fresh"))
    }
    let kept = try container.resolve("kept", as: Partner.self)
    let fresh = try container.resolve("fresh", as: Partner.self)
    #expect(fresh.first === kept)
    #expect(kept.second !== fresh)
    #expect(kept.second?.first === kept)
  }

  @Test(arguments: ["singleton", "transient"])
  func aStructInACycleThatAClassClosesIsComplete(_ scope: String) throws {
    let container = try container {
      $0.define("value", "Value", scope: scope)
      $0.define("keeper", "Keeper")
      $0.set("partner", of: "value", .ref("class"))
      $0.set("volume", of: "value", "11")
      $0.define("class", "Holds", ["keeper": .ref("keeper")])
      $0.set("value", of: "keeper", .ref("value"))
    }
    for _ in 0..<2 {
      let value = try container.resolve("value", as: Value.self)
      #expect(value.volume == 11)
      #expect(try value.partner === container.resolve("class", as: Partner.self))
    }
    let kept = try container.resolve("keeper", as: Keeper.self).value
    #expect(kept?.volume == 11)
    #expect(try kept?.partner === container.resolve("class", as: Partner.self))
  }

  @Test func aTransientInACycleHasItsPropertiesFromAnyEntry() throws {
    let container = try container {
      $0.define("fresh", "Alone", scope: "transient")
      $0.define("kept", "Alone")
      $0.set("second", of: "fresh", .ref("kept"))
      $0.set("second", of: "kept", .ref("fresh"))
    }
    let fresh = try container.resolve("fresh", as: Partner.self)
    let kept = try container.resolve("kept", as: Partner.self)
    #expect(fresh.second === kept)
    #expect(kept.second?.second === kept)
    #expect(kept.second !== fresh)
  }

  @Test(arguments: ["struct", "transient"])
  func aCycleWithoutAnIdentityIsRefused(_ kind: String) {
    let definitions = definitions {
      if kind == "struct" {
        $0.define("value", "Value")
        $0.define("later", "Later", ["value": .ref("value")])
        $0.set("partner", of: "value", .ref("later"))
      } else {
        $0.define("a", "Alone", scope: "transient")
        $0.set("second", of: "a", .ref("a"))
      }
    }
    let error = #expect(throws: DiagnosticsError.self) { try definitions.plan(Self.catalog) }
    #expect(error?.codes == [.dependencyCycle])
  }

  @Test func aMisspelledPropertyIsReported() {
    let definitions = definitions {
      $0.define("a", "Alone")
      $0.set("secnod", of: "a", .ref("a"))
    }
    let error = #expect(throws: DiagnosticsError.self) { try definitions.plan(Self.catalog) }
    #expect(error?.codes == [.unknownArgument])
    #expect(error?.diagnostics.first?.fixIts.first?.message == "did you mean `second`?")
  }
}
