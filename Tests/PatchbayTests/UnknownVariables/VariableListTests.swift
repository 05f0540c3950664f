import Patchbay
import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics
import Testing

private enum Mode: String, Decodable, CaseIterable, Sendable { case fast, safe }

private struct Peer: Decodable, Sendable { let hosts: [String] }

/// Shows the list that it is given.
private struct Shown: Sendable {
  let text: String
  init(_ value: some Sendable) { text = "\(value)" }
}

extension FactoryCatalog {
  fileprivate static let lists = FactoryCatalog("lists") {
    Factory("Texts", .value("list")) { (list: [String]) in Shown(list) }
    Factory("Numbers", .value("list")) { (list: [Int]) in Shown(list) }
    Factory("Modes", .value("list")) { (list: [Mode]) in Shown(list.map(\.rawValue)) }
    Factory("Durations", .value("list")) { (list: [Duration]) in Shown(list) }
    Factory("Unique", .value("list")) { (list: Set<Int>) in Shown(list.sorted()) }
    Factory("Optional", .value("list", default: nil)) { (list: [Int]?) in Shown(list ?? [-1]) }
    Factory("Nested", .value("list")) { (list: [[Int]]) in Shown(list) }
    Factory("Map", .value("list")) { (list: [String: Int]) in Shown(list.count) }
    Factory("Peer", .value("list")) { (list: Peer) in Shown(list.hosts) }
  }
}

@Suite("A list is read from the text of one variable, at its commas")
struct VariableListTests {
  private func configuration(
    _ type: String, _ value: String, _ more: String = ""
  ) throws -> ServiceConfiguration {
    try ServiceConfiguration(
      .bytes(
        Array("services: { a: { type: \(type), arguments: { list: \(value) } } }\n\(more)".utf8),
        name: "services.yaml"))
  }

  static let values: [(type: String, value: String, variable: String?, shown: String)] = [
    ("Texts", "$(env:X)", "a,b", #"["a", "b"]"#),
    ("Texts", "$(env:X)", " a b ,\tc\n", #"["a b", "c"]"#),
    ("Texts", "$(env:X)", "a", #"["a"]"#),
    ("Texts", "$(env:X:-)", "", "[]"),
    ("Texts", "$(env:X)", " ", "[]"),
    ("Texts", "$(env:X)", "null", #"["null"]"#),
    (
      "Texts", "$(env:X)", #" ["a,b", "[::1]:5432", 2, true] "#,
      #"["a,b", "[::1]:5432", "2", "true"]"#
    ),
    ("Texts", "$(env:X)", "[]", "[]"),
    ("Texts", "$(env:X)", "[::1]:5432,b", #"["[::1]:5432", "b"]"#),
    ("Texts", "'$(env:X:-[])'", nil, "[]"),
    ("Numbers", "$(env:X)", "[1, 2]", "[1, 2]"),
    ("Texts", "$(env:X)", "$(env:Y)", #"["$(env:Y)"]"#),
    ("Texts", "'$(env:X:-a,b)'", nil, #"["a", "b"]"#),
    ("Texts", "'$(env:X:-a,b)'", "", #"["a", "b"]"#),
    ("Texts", "'$(env:X??a,b)'", "", "[]"),
    ("Texts", "$(env:X:-)", nil, "[]"),
    ("Texts", "$(env:Y:-$(env:X))", "a,b", #"["a", "b"]"#),
    ("Texts", "'$(env:Y:-z,$(env:X))'", "a,b", #"["z", "a", "b"]"#),
    ("Texts", "$(env:X:-$(whole))", nil, #"["c", "d,e"]"#),
    ("Texts", "$(hosts)", "a,b", #"["a", "b"]"#),
    ("Texts", "[$(env:X)]", "a,b", #"["a,b"]"#),
    ("Numbers", "$(env:X)", "1, 0x10", "[1, 16]"),
    ("Modes", "$(env:X)", "safe,fast", #"["safe", "fast"]"#),
    ("Durations", "$(env:X)", "1s,2m", "[1.0 seconds, 120.0 seconds]"),
    ("Unique", "$(env:X)", "2,1,2", "[1, 2]"),
    ("Optional", "$(env:X)", "3", "[3]"),
    ("Optional", "$(env:X:-null)", nil, "[-1]"),
    ("Peer", "{ hosts: $(env:X) }", "a,b", #"["a", "b"]"#),
  ]

  private static let parameters = "parameters: { hosts: $(env:X), whole: [c, 'd,e'] }"

  @Test(arguments: values.indices) func aListIsRead(_ index: Int) throws {
    let (type, value, variable, shown) = Self.values[index]
    let variables = variable.map { ["X": $0] } ?? [:]
    let container = Container(
      try configuration(type, value, Self.parameters).plan(variables: variables, catalog: .lists))
    #expect(try container.resolve("a", as: Shown.self).text == shown)
  }

  static let mistakes: [(type: String, value: String, variable: String, message: String)] = [
    (
      "Numbers", "$(env:X)", "1,hunter2",
      "element 2 of the environment variable `X` must be a whole number, "
        + "found a text from outside the configuration, which is not shown"
    ),
    (
      "Texts", "$(env:X)", "hunter2,,",
      "element 2 of the environment variable `X` cannot be read: it is empty"
    ),
    (
      "Numbers", "'$(env:Y:-1,z)'", "",
      "element 2 of the argument `list` of `a` must be a whole number, found the text `z`"
    ),
    (
      "Modes", "!secret $(env:X)", "safe,hunter2",
      "element 2 of the environment variable `X` must be one of `fast` or "
        + "`safe`, found a secret text, which is not shown"
    ),
    (
      "Nested", "$(env:X)", "1,hunter2",
      "element 1 of the environment variable `X` must be a list, found a "
        + "text from outside the configuration, which is not shown"
    ),
    (
      "Map", "$(env:X)", "hunter2",
      "the argument `list` of `a` must be a map, found a text from outside the configuration, "
        + "which is not shown"
    ),
    (
      "Texts", "$(env:X)", "[hunter2]",
      "the environment variable `X` must be a list in JSON, found a text from outside the configuration, which is "
        + "not shown"
    ),
    (
      "Texts", "$(env:X)", #"["hunter2", ["hunter2"]]"#,
      "the environment variable `X` must be a list in JSON, found a text from outside the configuration, which is "
        + "not shown"
    ),
    (
      "Texts", "<$(env:X)>", "hunter2",
      "the argument `list` of `a` must be a list, found a text from outside the configuration, "
        + "which is not shown"
    ),
    (
      "Texts", "'a,b'", "",
      "the argument `list` of `a` must be a list, found the text `a,b`"
    ),
  ]

  @Test("an element that is wrong is named, and not shown", arguments: mistakes.indices)
  func mistake(_ index: Int) throws {
    let (type, value, variable, message) = Self.mistakes[index]
    let error = try #require(throws: DiagnosticsError.self) {
      _ = try configuration(type, value).plan(variables: ["X": variable], catalog: .lists)
    }
    #expect(error.diagnostics.map(\.message) == [message])
    #expect(!TerminalRenderer().render(error.diagnostics).contains("hunter2"))
  }

  @Test("no list of lists comes from one variable")
  func listOfLists() throws {
    let error = try #require(throws: DiagnosticsError.self) {
      _ = try configuration("Nested", "$(env:X)").plan(variables: ["X": "1,2"], catalog: .lists)
    }
    let notes = error.diagnostics.flatMap(\.notes)
    #expect(notes.contains("one variable gives a list of texts, and no lists or maps in it"))
  }

  /// What a check without variables says that has to be set, and what it reports.
  private func check(_ type: String, _ value: String) throws -> [String] {
    var collector = DiagnosticCollector()
    let definitions = try configuration(type, value, Self.parameters)
      .definitions(variables: .unknown, into: &collector)
    let findings = Plan.findings(in: definitions, catalog: .lists, into: &collector)
    return findings.requirements.variables.flatMap { variable in
      variable.readers.map { "\(variable.name): \($0.type), \($0.expectation)" }
    } + collector.diagnostics.map(\.message)
  }

  @Test(
    "a check without variables knows what to set",
    arguments: [
      ("Texts", "$(env:X)", ["X: [String], a list of texts, separated by commas"]),
      (
        "Durations", "$(env:X)",
        [
          "X: [Duration], a list, separated by commas, of which each element is a duration such as "
            + "`250ms`, `30s`, `5m`, `2h` or `1d`"
        ]
      ),
      (
        "Optional", "$(env:X:-$(env:Y))",
        [
          "X: [Int]?, a list, separated by commas, of which each element is a whole number",
          "Y: [Int]?, a list, separated by commas, of which each element is a whole number",
        ]
      ),
      (
        "Texts", "'$(env:Y:-z,$(env:Z:-y))'",
        [
          "Y: [String], a list of texts, separated by commas",
          "Z: [String], a list of texts, separated by commas",
        ]
      ),
      (
        "Numbers", "'$(env:X:-1,z)'",
        [
          "X: [Int], a list, separated by commas, of which each element is a whole number",
          "the default of element 2 of the argument `list` of `a` must be a whole number, found the "
            + "text `z`",
        ]
      ),
      (
        "Map", "$(env:X)",
        [
          "the argument `list` of `a` must be a map, found a text from outside the configuration"
        ]
      ),
      (
        "Texts", "'a,$(env:X)'",
        [
          "the argument `list` of `a` must be a list, found a text from outside the configuration"
        ]
      ),
    ] as [(String, String, [String])])
  func requirements(_ type: String, _ value: String, _ found: [String]) throws {
    #expect(try check(type, value) == found)
  }

  @Test("a text fits if all its elements do")
  func accepted() throws {
    var collector = DiagnosticCollector()
    let definitions = try configuration("Numbers", "$(env:X)")
      .definitions(variables: .unknown, into: &collector)
    let variable = try #require(
      Plan.findings(in: definitions, catalog: .lists, into: &collector).requirements.variables.first
    )
    let texts = ["1,2", "", " 3 ", "1,", "1,x", ","]
    #expect(
      texts.map { variable.readers[0].accepts($0) } == [true, true, true, false, false, false])
  }
}
