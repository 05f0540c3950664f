import Patchbay

/// Values as files write them, and what a schema must see of them.
enum SchemaValues {
  static let written = [
    "5", "-5", "300", "70000", "0x1F", "0o17", "0b101", "1_000", "'5'", "+7", "010", "1.5", "1e3",
    "1_000.5", ".inf", ".nan", "'0.5'", "true", "'true'", "yes", "True", "word", "'two words'",
    "null", "~", "'null'", "''", "30s", "1.5h", "2026-01-01", "$(env:N)", "n$(env:N)",
    "!secret 5", "!secret true", "!secret 30s", "[]", "[1, 2]", "[debug]", "[$(env:N)]", "[word]",
    "[[1], [2]]", "{}", "{ debug: 1 }", "{ other: 1 }", "{ a: word }", "{ a: $(env:N) }",
    "{ host: h, port: 1 }", "debug", "warning", "wrong", "1", "2", "1.20", "'1.20'", "on",
    "!ref other",
    "!optional other", "!optional none", "!tagged t", "!tagged { tag: t, key: a }", "[!ref other]",
    "{ b: !ref other }",
    "!inline { type: String, arguments: { x: z } }",
    "[!inline { type: String, arguments: { x: z } }]",
    "!inline { type: Nothing }", "!inline { type: String, arguments: { x: [] } }", "!ref 5",
  ]

  /// What the schema refuses for a type.
  static let refused = [
    "Int": ["1.5", "true", "yes", "word", "30s", "[]", "{}", "'two words'"],
    "Int8": ["300", "70000", "word"], "UInt16": ["-5", "70000", "[1, 2]"],
    "Bool": ["5", "yes", "word", "[]", "{}"], "Double": ["word", "true", "30s"],
    "String": ["[]", "{}", "[word]", "{ a: word }"],
    "Duration": ["5", "true", "word", "2026-01-01"],
    "Level": ["wrong", "word", "5", "true", "[debug]"], "Version": ["word", "[1, 2]"],
    "Code": ["word", "[]"], "Ints": ["[debug]", "[word]", "5", "{}", "word"],
    "Nested": ["[1, 2]", "word"], "Map": ["{ a: word }", "[]", "5"],
    "Levels": ["{ other: 1 }", "{ a: word }"],
    "Service": [
      "5", "true", "[]", "[!ref other]",
      "!inline { type: Nothing }", "!inline { type: String, arguments: { x: [] } }",
    ],
    "Services": [
      "5", "true", "[1, 2]", "{ b: !ref other }", "!tagged { tag: t, key: a }",
    ],
    "ServiceMap": ["5", "[!ref other]"],
  ]
}

enum Version: String, Decodable, CaseIterable { case first = "1.20", second = "2", on }
enum Code: Int, Decodable, CaseIterable { case one = 1, two = 2 }
struct Readable: ConfigurationDecodable {
  static let configurationExpectation = "a word"
  init?(configurationText text: String) { if text.isEmpty { return nil } }
}

private struct Taker: Sendable {}

extension FactoryCatalog {
  /// A type for each kind of parameter `x`, by the name of that kind.
  static let everyShape = FactoryCatalog("shapes") {
    Factory("Int", Parameter<Int>.value("x")) { _ in Taker() }
    Factory("Int8", Parameter<Int8>.value("x")) { _ in Taker() }
    Factory("UInt16", Parameter<UInt16>.value("x")) { _ in Taker() }
    Factory("UInt64", Parameter<UInt64>.value("x")) { _ in Taker() }
    Factory("Bool", Parameter<Bool>.value("x")) { _ in Taker() }
    Factory("Double", Parameter<Double>.value("x")) { _ in Taker() }
    Factory("Float", Parameter<Float>.value("x", default: 1)) { _ in Taker() }
    Factory("String", Parameter<String>.value("x")) { $0 }
    Factory("Duration", Parameter<Duration>.value("x")) { _ in Taker() }
    FactoryCatalog("scalars") {
      Factory("OptionalInt", Parameter<Int?>.value("x")) { _ in Taker() }
      Factory("Level", Parameter<Level>.value("x")) { _ in Taker() }
      Factory("Version", Parameter<Version>.value("x")) { _ in Taker() }
      Factory("Code", Parameter<Code>.value("x")) { _ in Taker() }
      Factory("Format", Parameter<Format>.value("x")) { _ in Taker() }
      Factory("Readable", Parameter<Readable>.value("x")) { _ in Taker() }
      Factory("Endpoint", Parameter<Endpoint>.value("x")) { _ in Taker() }
    }
    FactoryCatalog("containers") {
      Factory("Ints", Parameter<[Int]>.value("x")) { _ in Taker() }
      Factory("Words", Parameter<Set<String>>.value("x")) { _ in Taker() }
      Factory("Nested", Parameter<[[Int]]?>.value("x")) { _ in Taker() }
      Factory("Map", Parameter<[String: Int]>.value("x")) { _ in Taker() }
      Factory("Levels", Parameter<[Level: Int]>.value("x")) { _ in Taker() }
      Factory("Numbers", Parameter<[Int: Int]>.value("x")) { _ in Taker() }
    }
    FactoryCatalog("services") {
      Factory("Service", Parameter<String>.service("x")) { _ in Taker() }
      Factory("Optional", Parameter<String?>.optional("x")) { _ in Taker() }
      Factory("Services", Parameter<[String]>.services("x")) { _ in Taker() }
      Factory("ServiceMap", Parameter<[String: String]>.services("x")) { _ in Taker() }
      Factory("Provider", Parameter<Provider<String>>.provider("x")) { _ in Taker() }
    }
  }
}
