import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("The same rules apply to every way of decoding a type")
struct DecodableTests {
  enum Level: String, Decodable, CaseIterable { case low, high }
  enum Opaque: String, Decodable { case one }

  /// An enum with associated values: a map with the case as its only key.
  enum Target: Decodable, Equatable {
    case file(path: String)
    case console(colour: Bool, level: Level?)
  }

  /// Reads several containers of the same part.
  struct Folded: Decodable, Equatable {
    var name: String
    var low: Int
    var high: Int

    enum Keys: CodingKey { case name, range }
    enum Low: CodingKey { case low }
    enum High: CodingKey { case high }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      name = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .name)
      low = try container.nestedContainer(keyedBy: Low.self, forKey: .range)
        .decode(Int.self, forKey: .low)
      high = try container.nestedContainer(keyedBy: High.self, forKey: .range)
        .decode(Int.self, forKey: .high)
    }
  }

  class Base: Decodable {
    let id: Int
    enum BaseKeys: CodingKey { case id }
    required init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: BaseKeys.self).decode(Int.self, forKey: .id)
    }
  }
  final class Derived: Base {
    let name: String
    enum DerivedKeys: CodingKey { case name }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: DerivedKeys.self)
      name = try container.decode(String.self, forKey: .name)
      try super.init(from: container.superDecoder())
    }
  }

  /// One of two shapes, found by trying.
  enum Either: Decodable, Equatable {
    case range(Int, Int)
    case single(Int)
    private struct Range: Decodable { var from: Int, to: Int }
    private struct Single: Decodable { var only: Int }
    init(from decoder: any Decoder) throws {
      if let range = try? Range(from: decoder) {
        self = .range(range.from, range.to)
      } else {
        self = .single(try decoder.singleValueContainer().decode(Single.self).only)
      }
    }
  }

  struct Retry: Decodable, Equatable {
    var delays: [Duration]
    var limit: Duration?
    var levels: [Level: Int]?
  }

  struct Numbered: Decodable {
    enum CodingKeys: Int, CodingKey { case first = 1, second = 2 }
    var first: Int
    var second: Int
  }

  struct Picky: Decodable {
    struct Refusal: Error, CustomStringConvertible { let description: String }
    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      throw Refusal(description: "`\(text)` is too weak")
    }
  }

  /// Refuses a value without a look at its parts.
  struct PickyWhole: Decodable {
    init(from decoder: any Decoder) throws {
      throw Picky.Refusal(description: "`hunter2` is too weak")
    }
  }

  @Test func anEnumWithAssociatedValues() throws {
    #expect(try read(.map(["file": .map(["path": "x"])]), as: Target.self) == .file(path: "x"))
    #expect(
      try read(.map(["console": .map(["colour": "true"])]), as: Target.self)
        == .console(colour: true, level: nil))
    let unknown = #expect(throws: ValueMismatch.self) {
      try read(.map(["file": .map(["path": "x"]), "levle": "low"]), as: Target.self)
    }
    #expect(unknown?.unknownKey?.name == "levle")
    let inner = #expect(throws: ValueMismatch.self) {
      try read(.map(["console": .map(["colour": "true", "levle": "low"])]), as: Target.self)
    }
    #expect(inner?.unknownKey?.name == "levle")
    let both = #expect(throws: ValueMismatch.self) {
      try read(.map(["file": .map([:]), "console": .map([:])]), as: Target.self)
    }
    #expect(both?.reason == "Invalid number of keys found, expected one.")
  }

  @Test func aTypeThatReadsSeveralContainersOfOnePart() throws {
    let value = TestValue.map(["name": "n", "range": .map(["low": "1", "high": "2"])])
    let folded = try read(value, as: Folded.self)
    #expect((folded.name, folded.low, folded.high) == ("n", 1, 2))
    let error = #expect(throws: ValueMismatch.self) {
      try read(
        .map(["name": "n", "range": .map(["low": "1", "high": "2", "mid": "3"])]), as: Folded.self)
    }
    #expect(error?.unknownKey?.name == "mid")
    #expect(error?.legalTexts == ["high", "low"])
  }

  @Test func aSubclassReadsAlongsideItsSuperclass() throws {
    let derived = try read(.map(["id": "7", "name": "n"]), as: Derived.self)
    #expect(derived.id == 7)
    #expect(derived.name == "n")
  }

  @Test func aTypeThatTriesOneShapeAfterTheOther() throws {
    #expect(try read(.map(["from": "1", "to": "2"]), as: Either.self) == .range(1, 2))
    #expect(try read(.map(["only": "3"]), as: Either.self) == .single(3))
  }

  @Test func durationsInsideOtherShapes() throws {
    let value = TestValue.map(["delays": .list(["1s", "250ms"]), "limit": "2m"])
    #expect(
      try read(value, as: Retry.self)
        == Retry(delays: [.seconds(1), .milliseconds(250)], limit: .seconds(120)))
    #expect(try read(.null, as: Duration?.self) == nil)
    #expect(try read("5m", as: Duration?.self) == .seconds(300))
    let error = #expect(throws: ValueMismatch.self) {
      try read(.map(["delays": .list(["1s", "soon"])]), as: Retry.self)
    }
    #expect(error?.expected == Duration.configurationExpectation)
    #expect(error?.value.found == "the text `soon`")
  }

  @Test func aDictionaryByAnEnumIsAMap() throws {
    #expect(
      try read(.map(["low": "1", "high": "2"]), as: [Level: Int].self) == [.low: 1, .high: 2])
    #expect(try read(.map(["one": .list(["1"])]), as: [Opaque: [Int]].self) == [.one: [1]])
    let error = #expect(throws: ValueMismatch.self) {
      try read(.map(["low": "1", "hihg": "2"]), as: [Level: Int].self)
    }
    #expect(error?.expected == "one of `low` or `high`")
    #expect(error?.value.found == "the text `hihg`")
    let value = #expect(throws: ValueMismatch.self) {
      try read(.map(["low": "x"]), as: [Level: Int].self)
    }
    #expect(value?.value.found == "the text `x`")
  }

  private struct Pair: Decodable { var first1: Int, first2: Int }

  @Test func aMisspeltFieldIsNamedAndNotTheOneThatItWasMeantFor() throws {
    let field = #expect(throws: ValueMismatch.self) {
      try read(.map(["first1": "1", "fisrt2": "2"]), as: Pair.self)
    }
    #expect(field?.unknownKey?.name == "fisrt2")
    #expect(field?.legalTexts == ["first2"])
  }

  @Test func aFieldThatIsThereIsNotTakenForAMissingOne() throws {
    let error = #expect(throws: ValueMismatch.self) {
      try read(.map(["first2": "2"]), as: Pair.self)
    }
    #expect(error?.unknownKey?.name == nil)
    #expect(error?.reason == "the field `first1` is missing")
  }

  @Test func anEnumThatCannotListItsCasesIsNamed() throws {
    let error = #expect(throws: ValueMismatch.self) {
      try read("two", as: Opaque.self)
    }
    #expect(error?.expected == "one of the values of `Opaque`")
    #expect(error?.reason == nil)
  }

  @Test func keysThatAreNumbers() throws {
    #expect(try read(.map(["1": "a", "20": "b"]), as: [Int: String].self) == [1: "a", 20: "b"])
    #expect(throws: ValueMismatch.self) { try read(.map(["one": "a"]), as: [Int: String].self) }
    #expect(try read(.map(["first": "1", "second": "2"]), as: Numbered.self).second == 2)
  }

  @Test func aMapIsReadInProportionToItsKeys() throws {
    var definitions = TestDefinitions()
    let provenance = definitions.place()
    let entries = (0..<10_000).map { index in
      ConfigurationValue.Entry(
        key: "k\(index)", keyPlace: provenance.place,
        value: ConfigurationValue(.scalar(.init("\(index)")), provenance))
    }
    let growth = try growthOfCost(from: 1_000, to: 10_000) { size in
      let value = ConfigurationValue(.map(Array(entries.prefix(size))), provenance)
      let result = try decodeValue([String: Int].self, from: value)
      #expect(result["k\(size - 1)"] == size - 1)
    }
    // By looking through the list for each key it is a hundred.
    #expect(growth < 30)
  }

  /// Maps that a program makes may all have one Swift place.
  @Test func aMapInsideAMapOfTheSamePlaceIsCheckedOnItsOwn() {
    struct Inner: Decodable { var port: Int }
    struct Outer: Decodable { var inner: Inner }
    var definitions = TestDefinitions()
    let provenance = definitions.place()
    func map(_ entries: [(String, ConfigurationValue)]) -> ConfigurationValue {
      ConfigurationValue(
        .map(entries.map { .init(key: $0, keyPlace: provenance.place, value: $1) }), provenance)
    }
    let one = ConfigurationValue(.scalar(.init("1")), provenance)
    let value = map([("inner", map([("port", one), ("inner", one)]))])
    let error = #expect(throws: ValueMismatch.self) { try decodeValue(Outer.self, from: value) }
    #expect(error?.unknownKey?.name == "inner")
    #expect(error?.legalTexts == ["port"])
  }

  @Test(arguments: [ConfigurationValue.Disclosure.open, .external, .secret])
  func aTypesErrorAboutASecretIsNotShown(_ disclosure: ConfigurationValue.Disclosure) {
    var definitions = TestDefinitions()
    let provenance = definitions.place()
    let scalar = ConfigurationValue(.scalar(.init("hunter2")), provenance, disclosure: disclosure)
    let list = ConfigurationValue(.list([scalar]), provenance)
    let map = ConfigurationValue(
      .map([.init(key: "word", keyPlace: provenance.place, value: scalar)]), provenance)
    for error in [
      #expect(throws: ValueMismatch.self) { try decodeValue(PickyWhole.self, from: list) },
      #expect(throws: ValueMismatch.self) { try decodeValue(PickyWhole.self, from: map) },
      #expect(throws: ValueMismatch.self) { try decodeValue(Picky.self, from: scalar) },
      #expect(throws: ValueMismatch.self) { try decodeValue([Picky].self, from: list) },
    ] {
      #expect(
        error?.reason == (disclosure == .open ? "`hunter2` is too weak" : "it was refused"))
    }
  }

  @Test func integersAtTheLimitsOfTheirTypes() throws {
    func check<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type) throws {
      #expect(try read(.text("\(Integer.min)"), as: type) == .min)
      #expect(try read(.text("\(Integer.max)"), as: type) == .max)
      #expect(try read(.text("0x" + String(Integer.max, radix: 16)), as: type) == .max)
      #expect(throws: ValueMismatch.self) { try read(.text("\(Integer.max)0"), as: type) }
      #expect(throws: ValueMismatch.self) { try read(.text("-9\(Integer.max)"), as: type) }
    }
    try check(Int8.self)
    try check(Int16.self)
    try check(Int32.self)
    try check(Int64.self)
    try check(Int128.self)
    try check(UInt.self)
    try check(UInt8.self)
    try check(UInt16.self)
    try check(UInt32.self)
    try check(UInt64.self)
    try check(UInt128.self)
  }

  @Test func aNumberTooLargeForItsTypeIsNotInfinity() throws {
    #expect(throws: ValueMismatch.self) { try read("1e400", as: Double.self) }
    #expect(throws: ValueMismatch.self) { try read("1e39", as: Float.self) }
    #expect(try read("1e39", as: Double.self) == 1e39)
    #expect(try read("-.inf", as: Float.self) == -.infinity)
  }
}
