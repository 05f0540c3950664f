import Foundation
import PatchbayConfiguration
import Testing

@testable import PatchbayCore

@Suite("The properties of a class are found once, and are those that a mirror shows")
struct InjectionShapeTests {
  class Base: @unchecked Sendable {
    var small: UInt8 = 1
    @Injected var first: Int
    var flag = true
    @Injected("second-key") var second: String?
  }
  class Middle: Base, @unchecked Sendable { var text = "no injected property" }
  final class Leaf: Middle, @unchecked Sendable {
    var wide: (Int, UInt8) = (1, 2)
    @Injected var third: Provider<Int>
    // Uses a name again.
    @Injected("other") private var own: Int
  }
  final class Pair<Left: Sendable, Right: Sendable>: @unchecked Sendable {
    var left: Left
    @Injected var right: Right
    @Injected var both: [Left]
    init(_ left: Left) { self.left = left }
  }
  actor Worker {
    @Injected var first: Int
    var count = 0
  }
  final class Foreign: NSObject, @unchecked Sendable { @Injected var first: Int }
  final class Empty: Sendable {}

  final class Custom: @unchecked Sendable, CustomReflectable {
    @Injected var shown: Int
    @Injected var hidden: Int
    var customMirror: Mirror { Mirror(self, children: ["_shown": _shown]) }
  }
  final class Hidden: @unchecked Sendable {
    @Injected var first: Int
    let anything: Any
    let perhaps: Injected<Int>?
    init(_ anything: Any, _ perhaps: Injected<Int>?) {
      (self.anything, self.perhaps) = (anything, perhaps)
    }
  }

  static let classes: [@Sendable () -> AnyObject] = [
    { Base() }, { Middle() }, { Leaf() }, { Pair<UInt8, String>(1) }, { Pair<String, Int>("a") },
    { Worker() }, { Foreign() }, { Empty() },
  ]

  private func words(_ points: [InjectionPoint]) -> [String] {
    points.map { "\($0.description) \($0.key) \($0.signature) \(ObjectIdentifier($0.property))" }
  }

  #if os(Linux)
    @Test(arguments: classes.indices)
    func everyObjectOfAClassHasThem(_ number: Int) throws {
      for _ in 0..<3 {
        let object = Self.classes[number]()
        let shape = try #require(InjectionShape.of(object))
        #expect(InjectionShape.of(object) === shape)
        #expect(words(shape.points(of: object)) == words(InjectionPoint.mirrored(object)))
      }
    }
  #endif

  @Test func aClassWithAMirrorOfItsOwnIsAskedEachTime() {
    for _ in 0..<2 {
      let object = Custom()
      #expect(InjectionShape.of(object) == nil)
      #expect(InjectionPoint.all(of: object).map(\.name) == ["shown"])
    }
  }

  final class Twin: @unchecked Sendable {
    @Injected var first: Int
    @Injected var second: Int
    init(isOne: Bool) { if isOne { _second = _first } }
  }

  @Test func twoPropertiesThatShareOneInAnObjectAreTwoInOthers() {
    for isOne in [true, false, true] {
      let points = InjectionPoint.all(of: Twin(isOne: isOne))
      #expect(points.map(\.name) == ["first", "second"])
      #expect((points[0].property === points[1].property) == isOne)
    }
  }

  #if os(Linux)
    @Test(
      "an object in a stored property is not searched for injected properties",
      arguments: [0, 1, 2, 3])
    func whatAnObjectHappensToHoldIsNoProperty(_ first: Int) {
      let objects = [
        Hidden(Injected<Int>(), nil), Hidden(1, Injected<Int>()), Hidden(1, nil),
        Hidden(Injected<Int>(), Injected<Int>()),
      ]
      for number in 0..<4 {
        let object = objects[(first + number) % 4]
        #expect(InjectionPoint.all(of: object).map(\.name) == ["first"])
      }
    }
  #endif

  @Test func manyThreadsFindThemAtOnce() {
    let wrong = Counter()
    onThreads(8) { _ in
      for _ in 0..<200 {
        let object = Leaf()
        if InjectionPoint.all(of: object).map(\.name) != ["first", "second", "third", "own"] {
          wrong.increment()
        }
      }
    }
    #expect(wrong.value == 0)
  }

  @Test func aReplacedValueIsReleasedAtOnce() {
    final class Value: Sendable {}
    final class Holder: @unchecked Sendable { @Injected var value: Value }
    let holder = Holder()
    weak var first: Value?
    do {
      let value = Value()
      first = value
      holder.value = value
    }
    #expect(first != nil)
    holder.value = Value()
    #expect(first == nil)
  }
}
