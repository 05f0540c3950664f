import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("Scalars are read by declared type, never by spelling")
struct ScalarReadingTests {
  @Test(arguments: ["no", "1.20", "010", "true", "~x", "", "null-ish", " spaced "])
  func aStringKeepsItsText(_ text: String) throws {
    #expect(try read(.text(text), as: String.self) == text)
  }

  @Test(arguments: zip(["true", "false"], [true, false]))
  func aBoolAcceptsTwoWords(_ text: String, _ expected: Bool) throws {
    #expect(try read(.text(text), as: Bool.self) == expected)
  }

  @Test(arguments: ["yes", "no", "on", "True", "1", "", "TRUE"])
  func aBoolRefusesAnythingElse(_ text: String) {
    #expect(throws: ValueMismatch.self) { try read(.text(text), as: Bool.self) }
  }

  @Test(
    "an integer is read in every notation",
    arguments: [
      ("0", 0), ("42", 42), ("-7", -7), ("+7", 7), ("-0", 0), ("0x1F", 31), ("0o17", 15),
      ("0b101", 5), ("1_000_000", 1_000_000), ("-0x10", -16), ("0xdead_beef", 0xdead_beef),
    ])
  func integers(_ text: String, _ expected: Int) throws {
    #expect(try read(.text(text), as: Int.self) == expected)
  }

  @Test(
    "a text that is not an integer is refused as one",
    arguments: [
      "", "twelve", "1.0", "1e3", "_1", "1_", "1__0", "0x", "--1", "0x-1", "9223372036854775808",
      " 1", "1 ", "٣", "0o8", "0b2", "0xg", "0x_1", "010", "00", "-07", "+0_1",
    ])
  func noIntegers(_ text: String) {
    #expect(throws: ValueMismatch.self) { try read(.text(text), as: Int.self) }
  }

  @Test func anIntegerKeepsWithinItsType() throws {
    #expect(try read("255", as: UInt8.self) == 255)
    let error = #expect(throws: ValueMismatch.self) { try read("256", as: UInt8.self) }
    #expect(error?.expected == "a whole number from 0 to 255")
  }

  @Test(
    "for a number out of range, the range is named",
    arguments: [
      "9223372036854775808", "-9223372036854775809", "0x8000000000000000",
      "99_999_999_999_999_999_999",
    ])
  func outOfRange(_ text: String) {
    let error = #expect(throws: ValueMismatch.self) { try read(.text(text), as: Int.self) }
    #expect(
      error?.expected == "a whole number from -9223372036854775808 to 9223372036854775807")
  }

  @Test(
    "a floating-point number is read",
    arguments: [
      ("1.5", 1.5), ("-2e3", -2000), (".inf", .infinity), ("-.inf", -.infinity), ("1_0.5", 10.5),
      ("3", 3),
    ])
  func floatingPoint(_ text: String, _ expected: Double) throws {
    #expect(try read(.text(text), as: Double.self) == expected)
  }

  @Test func notANumberIsWrittenWithADot() throws {
    #expect(try read(".nan", as: Double.self).isNaN)
  }

  @Test(arguments: ["inf", "nan", "0x1p3", "1,5", "", "one"])
  func noFloatingPoint(_ text: String) {
    #expect(throws: ValueMismatch.self) { try read(.text(text), as: Double.self) }
  }

  @Test(
    "a duration is read",
    arguments: [
      ("250ms", Duration.milliseconds(250)), ("30s", .seconds(30)), ("5m", .seconds(300)),
      ("2h", .seconds(7200)), ("1d", .seconds(86400)), ("1.5s", .milliseconds(1500)),
      ("0s", .zero), ("10us", .microseconds(10)), ("7ns", .nanoseconds(7)),
      ("36500d", .seconds(3_153_600_000)), ("0.001ms", .microseconds(1)),
    ])
  func durations(_ text: String, _ expected: Duration) throws {
    #expect(try read(.text(text), as: Duration.self) == expected)
  }

  @Test(
    "a text that is not a duration is refused as one",
    arguments: [
      "", "30", "s", "30 s", "-1s", "1.s", "1.2345s", "99999999999999d", "1w", "1..5s",
    ])
  func noDurations(_ text: String) {
    #expect(throws: ValueMismatch.self) { try read(.text(text), as: Duration.self) }
  }

  @Test(
    "for the words of another format and a number without a unit, the text to write is known",
    arguments: [
      ("Yes", "true"), ("off", "false"), ("TRUE", "true"), ("1", nil), ("y", nil),
    ])
  func words(_ text: String, _ meant: String?) {
    let error = #expect(throws: ValueMismatch.self) { try read(.text(text), as: Bool.self) }
    #expect(error?.replacement == meant)
  }

  @Test(arguments: [("30", "30s"), ("1.5", "1.5s"), ("5 minutes", nil), ("1m30s", nil)])
  func unit(_ text: String, _ meant: String?) {
    let error = #expect(throws: ValueMismatch.self) { try read(.text(text), as: Duration.self) }
    #expect(error?.replacement == meant)
  }
}

@Suite("Values of other shapes are decoded")
struct ShapedValueTests {
  enum Level: String, Decodable, CaseIterable { case low, high }
  enum Opaque: String, Decodable { case one }
  struct Address: Decodable, Equatable {
    var host: String
    var port: Int
    var alias: String?
  }

  @Test func listsMapsAndOptionals() throws {
    #expect(try read(.list(["1", "2"]), as: [Int].self) == [1, 2])
    #expect(try read(.map(["a": "1"]), as: [String: Int].self) == ["a": 1])
    #expect(try read(.null, as: Int?.self) == nil)
    #expect(try read("3", as: Int?.self) == 3)
    #expect(try read(.list([.null, "x"]), as: [String?].self) == [nil, "x"])
  }

  @Test func nullDecodesOnlyAsNil() {
    #expect(throws: ValueMismatch.self) { try read(.null, as: String.self) }
    #expect(throws: ValueMismatch.self) { try read(.null, as: [Int].self) }
  }

  @Test func aStructReadsItsFields() throws {
    let value = TestValue.map(["host": "h", "port": "0x50"])
    #expect(try read(value, as: Address.self) == Address(host: "h", port: 80, alias: nil))
  }

  @Test func aFieldThatIsMissingIsNamed() {
    let error = #expect(throws: ValueMismatch.self) {
      try read(.map(["host": "h"]), as: Address.self)
    }
    #expect(error?.reason == "the field `port` is missing")
  }

  @Test func aFieldThatIsNotReadIsNamed() {
    let error = #expect(throws: ValueMismatch.self) {
      try read(.map(["host": "h", "port": "1", "alais": "x"]), as: Address.self)
    }
    #expect(error?.unknownKey?.name == "alais")
    #expect(error?.legalTexts == ["alias", "host", "port"])
  }

  @Test func theInnermostWrongPartIsReportedWithItsPlace() {
    let error = #expect(throws: ValueMismatch.self) {
      try read(.map(["a": .list(["1", "x"])]), as: [String: [Int]].self)
    }
    guard case .scalar(let scalar)? = error?.value.content else {
      Issue.record("the scalar should have been reported")
      return
    }
    #expect(scalar.text == "x")
    #expect(error?.type == TypeName(Int.self))
  }

  @Test func anEnumListsItsCases() throws {
    #expect(try read("low", as: Level.self) == .low)
    let error = #expect(throws: ValueMismatch.self) { try read("hihg", as: Level.self) }
    #expect(error?.expected == "one of `low` or `high`")
    #expect(error?.legalTexts == ["low", "high"])
    #expect(throws: ValueMismatch.self) { try read("two", as: Opaque.self) }
  }

  @Test(arguments: [
    ("Int?", "\(TypeName(Int?.self))"),
    ("[String: [Int?]]", "\(TypeName([String: [Int?]].self))"),
    ("any Greeter", "\(TypeName((any Greeter).self))"),
    ("Plain", "\(TypeName(Plain.self))"),
  ])
  func typesAreNamedAsSwiftWritesThem(_ expected: String, _ actual: String) {
    #expect(actual == expected)
  }
}
