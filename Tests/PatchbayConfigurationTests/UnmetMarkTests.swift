import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@Suite("A mark without effect is reported")
struct UnmetMarkTests {
  private static let nothing = "is marked `!append`, but no lower layer gives a list"

  @Test(
    "on tags, which are merged as a map",
    arguments: [
      // What is changed, the overlays, and where the mark that hit nothing is.
      ("a: { type: A }", ["a: { tags: !append [x] }"], ["overlay0.yaml:2:3"]),
      ("a: { type: A }", ["a: { tags: !append [x] }", "a: { tags: [y] }"], ["overlay0.yaml:2:3"]),
      (
        "a: { type: A }", ["a: { tags: !prepend [x] }", "a: { tags: !append [y] }"],
        ["overlay0.yaml:2:3"]
      ),
      (
        "a: { type: A, tags: [x] }", ["a: { tags: !remove }", "a: { tags: !append [y] }"],
        ["overlay1.yaml:2:3"]
      ),
      ("a: { type: A, tags: [x] }", ["a: { tags: !append [y] }"], []),
      ("a: { type: A, tags: { x: {} } }", ["a: { tags: !prepend [y] }"], []),
      ("a: { type: A }", ["a: { tags: [x] }", "a: { tags: !append [y] }"], []),
      ("b: { type: A, tags: [x] }\n  a: { extends: b, tags: !append [y] }", [], []),
      ("b: { type: A, tags: [x] }\n  a: { extends: b }", ["a: { tags: !append [y] }"], []),
      ("b: { type: A }\n  a: { extends: b }", ["a: { tags: !append [y] }"], ["overlay0.yaml:2:3"]),
    ])
  func tags(services: String, overlays: [String], places: [String]) throws {
    let load = try Load(
      "services:\n  \(services)\n",
      overlays: overlays.enumerated().map { index, text in
        .overlay("services:\n  \(text)\n", "overlay\(index).yaml")
      })
    // Each entry begins in column 3, whatever the mark's own column is.
    let found = load.diagnostics.filter { $0.code == .appendWithoutList }
      .compactMap { $0.labels.first?.place.span }
      .map { "\($0.file.name):\($0.start.line):3" }
    #expect(found == places)
    #expect(load.diagnostics.count == places.count)
  }

  @Test(
    "whatever a layer above the mark gives",
    arguments: [
      // The argument in the base, the overlays, the file of the mark that hit nothing, and whether the
      // argument is inherited.
      ("", ["x: !append [1]", "x: [2]"], ["overlay0.yaml"], false),
      ("", ["x: !append [1]", "x: !replace [2]"], ["overlay0.yaml"], false),
      ("", ["x: !append [1]", "x: !remove"], ["overlay0.yaml"], false),
      ("", ["x: !append [1]", "x: !ref other"], ["overlay0.yaml"], false),
      ("", ["x: !prepend [1]", "x: [2]", "x: [3]"], ["overlay0.yaml"], false),
      ("", ["x: !prepend [1]", "x: [2]", "x: !append [3]"], ["overlay0.yaml"], false),
      ("x: [0]", ["x: !remove", "x: !append [1]", "x: [2]"], ["overlay1.yaml"], false),
      ("x: [0]", ["x: !append [1]", "x: [2]"], [], false),
      ("x: [0]", ["x: !append [1]", "x: !remove"], [], false),
      ("x: [0]", ["x: !remove", "x: [1]", "x: !append [2]"], [], false),
      ("", ["x: !append [1]", "x: [2]"], ["overlay0.yaml"], true),
      ("x: [0]", ["x: !append [1]", "x: [2]"], [], true),
      ("x: [0]", ["x: !append [1]", "x: !replace [2]"], [], true),
      ("x: [0]", ["x: !append [1]", "x: !remove"], [], true),
    ])
  func hidden(base: String, overlays: [String], files: [String], isInherited: Bool) throws {
    let arguments = "arguments: { \(base) }"
    let services =
      isInherited
      ? "b: { type: A, \(arguments) }\n  a: { extends: b }" : "a: { type: A, \(arguments) }"
    let load = try Load(
      "services:\n  \(services)\n  other: { type: A }\n",
      overlays: overlays.enumerated().map { index, text in
        .overlay("services: { a: { arguments: { \(text) } } }", "overlay\(index).yaml")
      })
    #expect(load.diagnostics.map(\.code) == files.map { _ in .appendWithoutList })
    #expect(load.diagnostics.map { $0.labels.first?.place.span?.file.name } == files)
  }

  @Test("in a template, whether or not anything extends it", arguments: [false, true])
  func templates(isExtended: Bool) throws {
    let load = try Load(
      """
      templates:
        t:
          type: !replace A
          tags: !append [x]
          arguments: { a: !remove , b: !prepend [1], c: { d: !replace 2 } }
          timeouts: { start: !remove }
      \(isExtended ? "services: { s: { extends: t } }" : "services: {}")
      """)
    #expect(
      load.reported == [
        "services.yaml:3:11 replace-without-base: `type` of the template `t` is marked `!replace`, "
          + "but no lower layer gives it",
        "services.yaml:4:11 append-without-list: `tags` of the template `t` \(Self.nothing)",
        "services.yaml:5:21 remove-without-base: the argument `a` of the template `t` is removed "
          + "here, but no lower layer gives it",
        "services.yaml:5:34 append-without-list: the argument `b` of the template `t` is marked "
          + "`!prepend`, but no lower layer gives a list",
        "services.yaml:5:56 replace-without-base: the argument `c.d` of the template `t` is marked "
          + "`!replace`, but no lower layer gives it",
        "services.yaml:6:24 remove-without-base: the timeout `start` of the template `t` is removed "
          + "here, but no lower layer gives it",
      ])
  }

  @Test("and not in a template that extends another, or changes one, and hits what that gives")
  func templatesThatHit() throws {
    let load = try Load(
      """
      templates:
        t: { type: A, tags: [x], arguments: { a: 1, b: [1], c: { d: 2 } } }
        u: { extends: t, tags: !append [y], arguments: { a: !remove , b: !append [2] } }
      environments:
        test:
          templates:
            t: { arguments: { c: { d: !replace 3 } } }
      services: {}
      """, environment: "test")
    #expect(load.reported == [])
  }
}
