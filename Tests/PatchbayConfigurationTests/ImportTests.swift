import Foundation
import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics
import Testing

@Suite struct ImportTests {
  @Test func importsRankBelowTheImportingFileInListOrder() throws {
    let load = try Load([
      "services.yaml": "imports: [a.yaml, sub/b.yaml]\nservices: { root: { type: R } }",
      "a.yaml": "imports: [c.yaml]\nservices: { a: { type: A } }",
      "sub/b.yaml": "imports: [../c.yaml, d.yaml]\nservices: { b: { type: B } }",
      "c.yaml": "services: { c: { type: C } }",
      "sub/d.yaml": "services: { d: { type: D } }",
    ])
    #expect(load.reported == [])
    #expect(
      load.set.layers.map(\.description)
        == ["c.yaml", "a.yaml", "sub/d.yaml", "sub/b.yaml", "services.yaml"])
    #expect(load.set.definitions.map(\.key) == ["c", "a", "d", "b", "root"])
  }

  @Test func missingImportsNameBothFilesAndTheLine() throws {
    let load = try Load([
      "services.yaml": "imports:\n  - databse.yaml", "database.yaml": "",
    ])
    #expect(
      load.reported == [
        """
        services.yaml:2:5 file-not-found: `services.yaml` imports `databse.yaml`, but there is \
        no such file
        """
      ])
    #expect(
      load.helps == [
        "did you mean `database.yaml`? [services.yaml:2:5 database.yaml]",
        "if the file may be missing, write { file: databse.yaml, optional: true }",
      ])
  }

  @Test("a path is counted from the file that imports, and not from another folder")
  func pathFromElsewhere() throws {
    let load = try Load([
      "services.yaml": "imports: [sub/b.yaml]", "sub/b.yaml": "imports: [sub/c.yaml, c.yaml]",
      "sub/c.yaml": "",
    ])
    #expect(
      load.helps == [
        "paths are counted from this file: write `c.yaml` [sub/b.yaml:1:11 c.yaml]"
      ])
  }

  @Test(
    "an error in an imported file names the import",
    arguments: [
      // Of YAML, of the shape of the file, of an entry, and of a value.
      "services: {", "servces: {}", "services: { KEY: { typ: T } }",
      "services: { KEY: { type: T, arguments: { x: $(nothing) } } }",
    ])
  func nameOfTheImport(_ text: String) throws {
    let load = try Load([
      "services.yaml": "imports:\n  - other.yaml\n  - parts.yaml\nservices: { r: { type: $(x) } }",
      "other.yaml": "imports: [inner.yaml]", "inner.yaml": text.replacing("KEY", with: "inner"),
      "parts.yaml": text.replacing("KEY", with: "parts"),
    ])
    let expected = ["inner.yaml": "other.yaml:1:11", "parts.yaml": "services.yaml:3:5"]
    for diagnostic in load.diagnostics {
      let file = diagnostic.labels[0].place.span?.file.name.split(separator: "/").last
      let notes = diagnostic.notes.filter { $0.hasPrefix("imported at ") }
        .map { $0.replacing("imported at \(load.folder.path)/", with: "") }
      #expect(notes == [expected[String(file ?? "")]].compactMap(\.self))
    }
    let files = load.diagnostics.compactMap { $0.labels[0].place.span?.file.name }
    #expect(expected.keys.allSatisfy { name in files.contains { $0.hasSuffix("/\(name)") } })
  }

  @Test("a warning, and an import cycle, which shows its imports, do not")
  func noNameOfTheImport() throws {
    let load = try Load([
      "services.yaml": "imports: [a.yaml]",
      "a.yaml":
        "imports: [b.yaml]\nservices: { s: { type: T, arguments: { x: '${A}' } } }",
      "b.yaml": "imports: [a.yaml]",
    ])
    #expect(load.diagnostics.map(\.code) == [.importCycle])
    let warned = try Load([
      "services.yaml": "imports: [a.yaml]",
      "a.yaml": "services: { s: { type: T, arguments: { x: '${A}' } } }",
    ])
    #expect(warned.diagnostics.map(\.code) == [.suspiciousInterpolation])
    #expect(
      (load.diagnostics + warned.diagnostics).allSatisfy { !"\($0.notes)".contains("imported") })
  }

  @Test func globsSortByBytesAndSkipWhatHasItsOwnRank() throws {
    let load = try Load([
      "services.yaml": "imports: [{ glob: features/*.yaml }, { glob: \"*.yaml\" }]",
      "services.test.yaml": "services: { test: { type: T } }",
      "features/b.yaml": "", "features/B.yaml": "", "features/a.yaml": "",
      "features/.hidden.yaml": "", "features/a.yml": "", "features/deep/c.yaml": "",
      "other.yaml": "",
    ])
    #expect(load.reported == [])
    #expect(
      load.set.layers.map(\.description) == [
        "features/B.yaml", "features/a.yaml", "features/b.yaml", "other.yaml", "services.yaml",
      ])
  }

  #if !canImport(Darwin)
    // The file systems of Darwin take both spellings for one name.
    private static let spellings = ["caf\u{E9}", "cafe\u{301}"]

    @Test(
      "paths that differ only in their Unicode form are two files",
      arguments: [
        "{ glob: '*/x.yaml' }", "{ glob: '**/x.yaml' }", "caf\u{E9}/x.yaml, cafe\u{301}/x.yaml",
      ])
    func unicodeFormsOfImports(_ imports: String) throws {
      let load = try Load(["services.yaml": "imports: [\(imports)]"]) { folder in
        for (number, name) in Self.spellings.enumerated() {
          try folder.write("services: { s\(number): { type: T } }", to: "\(name)/x.yaml")
        }
        return []
      }
      #expect(load.reported == [])
      #expect(Set(load.set.definitions.map(\.key)) == ["s0", "s1"])
    }

    @Test("overlays and texts whose paths differ only in their Unicode form are two files")
    func unicodeFormsOfOverlaysAndTexts() throws {
      let texts = Self.spellings.map { "$(file:\($0).txt)" }.joined(separator: ", ")
      let load = try Load(
        ["services.yaml": "services: { s: { type: T, arguments: { x: [\(texts)] } } }"]
      ) { folder in
        try Self.spellings.enumerated().map { number, name in
          try folder.write("text \(number)", to: "\(name).txt")
          let overlay = "services: { s: { arguments: { x: !append [\(number)] } } }"
          return ConfigurationSource(path: try folder.write(overlay, to: "\(name).yaml"))
        }
      }
      #expect(load.reported == [])
      #expect(load.argument("s", "x").map(load.text) == "[~\"text 0\", ~\"text 1\", 0, 1]")
    }
  #endif

  @Test("a glob skips only the root file's siblings, whichever file it is in")
  func globsMatchFilesWithTheNameOfASibling() throws {
    let load = try Load([
      "services.yaml": "imports: [{ glob: features/*.yaml }, { glob: '*/deep/*.yaml' }]",
      "services.test.yaml": "services: { test: { type: T } }",
      "features/all.yaml": "imports: [{ glob: ../*.yaml }]",
      "features/services.billing.yaml": "", "features/deep/services.mail.yaml": "",
      "over/o.yaml": "imports: [{ glob: '*.yaml' }]", "over/o.more.yaml": "",
      "over/services.test.yaml": "", "other.yaml": "",
    ]) { [.init(path: $0.file("over/o.yaml"))] }
    #expect(load.reported == [])
    #expect(
      load.set.layers.map(\.description) == [
        "other.yaml", "features/all.yaml", "features/services.billing.yaml",
        "features/deep/services.mail.yaml",
        "services.yaml", "over/o.more.yaml", "over/services.test.yaml", "over/o.yaml",
      ])
  }

  @Test func globsReachIntoFolders() throws {
    let load = try Load([
      "services.yaml": "imports: [{ glob: \"parts/**/x?.yaml\" }]",
      "parts/x1.yaml": "", "parts/a/x2.yaml": "", "parts/a/b/x3.yaml": "", "parts/a/b/y.yaml": "",
    ])
    #expect(load.reported == [])
    #expect(
      load.set.layers.map(\.description)
        == ["parts/a/b/x3.yaml", "parts/a/x2.yaml", "parts/x1.yaml", "services.yaml"])
  }

  @Test func cyclesShowEveryImport() throws {
    let load = try Load([
      "services.yaml": "imports: [a.yaml]", "a.yaml": "imports: [b.yaml]",
      "b.yaml": "imports:\n  - a.yaml",
    ])
    #expect(load.reported == ["a.yaml:1:11 import-cycle: `a.yaml` and `b.yaml` import each other"])
    #expect(
      load.labels == [
        "a.yaml:1:11 1. `a.yaml` imports `b.yaml`",
        "b.yaml:2:5 2. `b.yaml` imports `a.yaml`, closing the cycle",
      ])
    let itself = try Load("imports: [./services.yaml]")
    #expect(
      itself.reported == ["services.yaml:1:11 import-cycle: `services.yaml` imports itself"])
  }

  @Test func importsStayInsideTheRoot() throws {
    let outside = try TemporaryFolder(["x.yaml": "services: { x: { type: X } }"])
    let files = [
      "services.yaml": "imports: [\(outside.file("x.yaml")), link.yaml, folder/x.yaml, ../up.yaml]"
    ]
    func links(_ folder: TemporaryFolder) throws -> [ConfigurationSource] {
      try folder.link("link.yaml", to: outside.file("x.yaml"))
      try folder.link("folder", to: outside.path)
      return []
    }
    let refused = try Load(files, prepare: links)
    #expect(
      refused.diagnostics.map(\.code) == [
        .importOutsideRoot, .importOutsideRoot, .importOutsideRoot, .importOutsideRoot,
      ])
    let wide = try Load(
      ["services.yaml": "imports: [\(outside.file("x.yaml")), link.yaml, folder/x.yaml]"],
      settings: LoadSettings(root: "/"), prepare: links)
    #expect(wide.reported == [])
    #expect(wide.set.definitions.map(\.key) == ["x"])
  }

  /// An overlay may read what is next to it, and only the overlay may.
  @Test func theFolderOfAnOverlayIsOpenToThatOverlay() throws {
    let outside = try TemporaryFolder([
      "overlay.yaml": "imports: [x.yaml]", "x.yaml": "services: { x: { type: X } }",
    ])
    let load = try Load(["services.yaml": ""]) { folder in
      _ = try folder.write("imports: [\(outside.file("x.yaml"))]", to: "second.yaml")
      return [
        ConfigurationSource(path: outside.file("overlay.yaml")),
        ConfigurationSource(path: folder.file("second.yaml")),
      ]
    }
    #expect(load.diagnostics.map(\.code) == [.importOutsideRoot])
    #expect(load.reported.first?.hasPrefix("second.yaml:1:11 ") == true)
  }

  @Test func filesAreFollowedThroughLinksInsideTheRoot() throws {
    let load = try Load(["services.yaml": "imports: [link.yaml, real/x.yaml]", "real/x.yaml": ""]) {
      folder in
      try folder.link("link.yaml", to: "real/x.yaml")
      return []
    }
    #expect(load.reported == [])
    #expect(load.set.layers.map(\.description) == ["link.yaml", "services.yaml"])
  }

  @Test func cyclicLinksAreReported() throws {
    let load = try Load(["services.yaml": "imports: [a.yaml]"]) { folder in
      try folder.link("a.yaml", to: "b.yaml")
      try folder.link("b.yaml", to: "a.yaml")
      return []
    }
    #expect(
      load.reported == [
        """
        services.yaml:1:11 unreadable-file: `a.yaml` cannot be read: its symbolic links lead in a \
        circle or through too many others
        """
      ])
  }

  @Test func limitsOfFilesDepthAndBytes() throws {
    var settings = LoadSettings()
    settings.limits.importedFiles = 2
    let files = [
      "services.yaml": "imports: [a.yaml, b.yaml, c.yaml]", "a.yaml": "", "b.yaml": "",
      "c.yaml": "",
    ]
    #expect(
      try Load(files, settings: settings).reported
        == ["services.yaml:1:27 limit-exceeded: the load imports too many files"])
    settings.limits.importedFiles = 3
    #expect(try Load(files, settings: settings).reported == [])

    let deep = ["services.yaml": "imports: [a.yaml]", "a.yaml": "imports: [b.yaml]", "b.yaml": ""]
    settings.limits.importDepth = 1
    #expect(
      try Load(deep, settings: settings).reported
        == ["a.yaml:1:11 limit-exceeded: imports are nested too deeply"])
    settings.limits.importDepth = 2
    #expect(try Load(deep, settings: settings).reported == [])

    settings.limits.loadBytes = 33
    #expect(
      try Load(deep, settings: settings).reported
        == ["a.yaml limit-exceeded: with `a.yaml` the load reads more than 33 bytes"])
    settings.limits.loadBytes = 34
    #expect(try Load(deep, settings: settings).reported == [])
    settings.limits.fileBytes = 16
    #expect(
      try Load(deep, settings: settings).reported
        == ["services.yaml limit-exceeded: `services.yaml` has 17 bytes, more than a file may have"]
    )
    settings.limits.fileBytes = 17
    #expect(try Load(deep, settings: settings).reported == [])
  }

  @Test func eachFileIsParsedOnceForAnyNumberOfEnvironments() throws {
    let folder = try TemporaryFolder([
      "services.yaml": "imports: [a.yaml]\nenvironments: { x: {}, y: {} }", "a.yaml": "",
      "services.z.yaml": "services: { z: { type: Z } }",
    ])
    let configuration = try ServiceConfiguration(.init(path: folder.file("services.yaml")))
    #expect(configuration.environments == ["x", "y", "z"])
    try FileManager.default.removeItem(atPath: folder.path)
    for environment in configuration.environments {
      var collector = DiagnosticCollector()
      _ = configuration.definitions(environment: environment, into: &collector)
      #expect(collector.diagnostics == [])
    }
  }
}
