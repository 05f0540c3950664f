import PatchbayConfiguration
import Testing

/// Files side by side that disagree.
@Suite struct ConflictTests {
  static func load(
    _ a: String, _ b: String, root: String = "", environment: String? = nil,
    overlay: String? = nil
  ) throws -> Load {
    let files = [
      "services.yaml": "imports: [a.yaml, b.yaml]\n\(root)", "a.yaml": a, "b.yaml": b,
    ]
    return try Load(files, environment: environment) { _ in overlay.map { [.overlay($0)] } ?? [] }
  }

  @Test func parametersThatDiffer() throws {
    let load = try Self.load("parameters: { p: 1 }", "parameters: { p: 2 }")
    #expect(
      load.reported == [
        """
        b.yaml:1:18 import-conflict: the parameter `p` is set differently by two files of which \
        neither imports the other
        """
      ])
    #expect(load.labels.map { $0.prefix(11) } == ["b.yaml:1:18", "a.yaml:1:18"])
  }

  @Test func equalValuesAreNoConflict() throws {
    #expect(try Self.load("parameters: { p: 1 }", "parameters: { p: 1 }").reported == [])
    #expect(
      try Self.load("parameters: { p: { a: 1 } }", "parameters: { p: { b: 2 } }").reported == [])
  }

  @Test func aLayerAboveBothDecides() throws {
    let (a, b) = ("parameters: { p: 1 }", "parameters: { p: 2 }")
    #expect(try Self.load(a, b, root: "parameters: { p: 3 }").reported == [])
    #expect(try Self.load(a, b, overlay: "parameters: { p: 3 }").reported == [])
    let section = "environments: { test: { parameters: { p: 3 } } }"
    #expect(try Self.load(a, b, root: section, environment: "test").reported == [])
    #expect(try Self.load(a, b, root: section).reported.count == 1)
  }

  @Test func importingTheOtherFileDecides() throws {
    let load = try Self.load("parameters: { p: 1 }", "imports: [a.yaml]\nparameters: { p: 2 }")
    #expect(load.reported == [])
  }

  @Test func definitionsThatDiffer() throws {
    let a = "services: { s: { type: T, arguments: { x: 1 } } }"
    let load = try Self.load(a, "services: { s: { type: T, arguments: { x: 2 } } }")
    #expect(
      load.reported == [
        """
        b.yaml:1:13 import-conflict: `s` is defined differently by two files of which neither \
        imports the other
        """
      ])
    #expect(try Self.load(a, a).reported == [])
    #expect(
      try Self.load(
        a, "services: { s: { type: U } }", root: "services: { s: { type: V } }"
      ).reported == [])
  }

  @Test func patchesThatDiffer() throws {
    let a = "services: { s: { type: T, arguments: { x: 1 } } }"
    let load = try Self.load(a, "services: { s: { arguments: { x: 2, y: 3 } } }")
    #expect(
      load.reported == [
        """
        b.yaml:1:34 import-conflict: the argument `x` of `s` is set differently by two files of \
        which neither imports the other
        """
      ])
    #expect(
      try Self.load(
        a, "services: { s: { arguments: { x: 2 } } }",
        root: "services: { s: { arguments: { x: 4 } } }"
      ).reported == [])
  }

  @Test func environmentsOfBothDisagree() throws {
    let a = "environments: { test: { parameters: { p: 1 } } }"
    let b = "environments: { test: { parameters: { p: 2 } } }"
    #expect(try Self.load(a, b, environment: "test").reported.count == 1)
    #expect(try Self.load(a, b).reported == [])
    // A body and a section are different parts.
    #expect(try Self.load("parameters: { p: 0 }", b, environment: "test").reported == [])
  }

  @Test func importsOfAnOverlayDisagree() throws {
    let load = try Load([
      "services.yaml": "", "over.yaml": "imports: [a.yaml, b.yaml]",
      "a.yaml": "parameters: { p: 1 }", "b.yaml": "parameters: { p: 2 }",
    ]) { [.init(path: $0.file("over.yaml"))] }
    #expect(load.reported.count == 1)
  }
}
