import Foundation
import Patchbay
import TestSupport
import Testing

@Suite(
  "The JSON Schema of a program, as editors apply it",
  .enabled(
    if: Tool.pythonWithYAML12 != nil || Tool.areDemanded,
    "needs python3-ruamel.yaml and python3-jsonschema: run Scripts/setup"))
struct ProgramSchemaTests {
  /// The goldens whose files are wrong in a way that a file alone shows. Those of `syntax` are no
  /// YAML.
  private static let refused: Set = [
    "argument-type--decimal-comma", "argument-type--enum",
    "interpolation-syntax--comma", "missing-field", "runtime-arguments--scope", "unknown-argument",
    "unknown-argument--argument", "unknown-argument--misspelt", "unknown-argument--property",
    "unknown-field", "unknown-field--decorates", "unknown-field--grouped-services",
    "unknown-field--indented-service", "unknown-field--section-as-environment",
    "unknown-field--service-after-services",
    "unknown-field--service-at-top-level", "unknown-field--service-in-environment", "unknown-type",
    "unknown-type--service", "unknown-type--thin-space", "unsupported-version", "wrong-node-kind",
    "wrong-node-kind--dash", "wrong-node-kind--ends",
    "wrong-node-kind--no-break-space", "wrong-node-kind--tags",
    "yaml-syntax--decimal-comma", "yaml-syntax--no-break-space-in-braces",
    "yaml-syntax--no-break-space-in-value",
  ]
  private static let syntax: Set = [
    "several-documents", "undefined-anchor", "undefined-anchor--reference", "yaml-syntax",
    "yaml-syntax--bracket", "yaml-syntax--dash", "yaml-syntax--no-break-space",
    "yaml-syntax--no-break-space-after-colon", "yaml-syntax--no-break-space-after-tag",
    "yaml-syntax--space", "yaml-syntax--unfinished-merge",
  ]

  /// A vocabulary with names that no file has: nothing is refused because another name is known.
  private static func vocabulary(_ catalog: FactoryCatalog) -> SchemaVocabulary {
    var vocabulary = SchemaVocabulary(catalog)
    vocabulary.keys = ["a-key"]
    vocabulary.templates = ["a-template"]
    vocabulary.tags = ["a tag"]
    vocabulary.scopes = ["a-scope"]
    vocabulary.environments = ["an-environment"]
    return vocabulary
  }

  @Test("refuses the goldens that are wrong in shape, and no other")
  func goldens() throws {
    var schemas: [String: String] = [:]
    var files: [SchemaValidation.File] = []
    for golden in GoldenCase.all {
      let catalog = golden.catalogName
      schemas[catalog] =
        schemas[catalog]
        ?? FormatSchema(Self.vocabulary(FactoryCatalog.faulty[catalog] ?? .golden)).text
      for name in try FileManager.default.subpathsOfDirectory(atPath: golden.folder.path).sorted()
      where name.hasSuffix(".yaml") {
        let bytes = try Data(contentsOf: golden.folder.appending(path: name))
        // A file in another encoding is no text.
        guard let text = String(data: bytes, encoding: .utf8) else { continue }
        files.append(.init(schema: catalog, name: "\(golden)/\(name)", text: text))
      }
    }
    #expect(files.count > 150)
    let found = try SchemaValidation.mistakes(in: files, schemas: schemas)
    var refused: Set<String> = []
    var unreadable: Set<String> = []
    for (file, mistakes) in zip(files, found) where !mistakes.isEmpty {
      let golden = String(file.name.prefix { $0 != "/" })
      if mistakes == ["syntax"] { unreadable.insert(golden) } else { refused.insert(golden) }
    }
    #expect(refused.subtracting(Self.refused).sorted() == [], "refused, and should not be")
    #expect(Self.refused.subtracting(refused).sorted() == [], "not refused")
    #expect(unreadable.sorted() == Self.syntax.sorted())
  }

  @Test("lets through the reference's good examples and the files of this project")
  func goodFiles() throws {
    var files: [SchemaValidation.File] = []
    for example in ReferenceExample.all where example.expected.isEmpty {
      for file in example.files where file.name.hasSuffix(".yaml") {
        files.append(.init(schema: "reference", name: "\(example) \(file.name)", text: file.text))
      }
    }
    #expect(files.count > 60)
    // The overlays of tests name types of their own catalogs.
    for path in try SchemaTests.configurations() where path.hasPrefix("Config/") {
      let text = try String(contentsOf: Project.folder.appending(path: path), encoding: .utf8)
      files.append(.init(schema: "shortlinks", name: path, text: text))
    }
    for (index, yaml) in SchemaTests.right.enumerated() {
      files.append(.init(schema: "format", name: "right \(index)", text: yaml))
    }
    let found = try SchemaValidation.mistakes(
      in: files,
      schemas: [
        "reference": FormatSchema(Self.vocabulary(.reference)).text,
        "shortlinks": try String(
          contentsOf: Project.folder.appending(path: "Config/shortlinks.schema.json"),
          encoding: .utf8),
        "format": FormatSchema.text,
      ])
    for (file, mistakes) in zip(files, found) { #expect(mistakes == [], "\(file.name)") }
  }

  @Test("refuses what the format alone refuses")
  func wrongShapes() throws {
    let catalog = FactoryCatalog("app") { Factory("T") { 1 } }
    let files = SchemaTests.wrong.flatMap { yaml, _ in
      ["format", "program"].map { SchemaValidation.File(schema: $0, name: yaml, text: yaml) }
    }
    let found = try SchemaValidation.mistakes(
      in: files,
      schemas: [
        "format": FormatSchema.text, "program": FormatSchema(Self.vocabulary(catalog)).text,
      ])
    for (file, mistakes) in zip(files, found) {
      #expect(!mistakes.isEmpty && mistakes != ["syntax"], "\(file.schema): \(file.name)")
    }
  }

  @Test("refuses no value that the program reads, and those that no type of its kind reads")
  func values() throws {
    let schema = FormatSchema(Self.vocabulary(.everyShape)).text
    var files: [SchemaValidation.File] = []
    for type in FactoryCatalog.everyShape.typeNames {
      for value in SchemaValues.written {
        files.append(
          .init(
            schema: "shapes", name: "\(type) \(value)",
            text: """
              services:
                other: { type: String, arguments: { x: y } }
                a: { type: \(type), arguments: { x: \(value) } }

              """))
      }
    }
    let found = try SchemaValidation.mistakes(in: files, schemas: ["shapes": schema])
    var agreed = 0
    var refusals: [String: [String]] = [:]
    for (file, mistakes) in zip(files, found) {
      var isRead = true
      do throws(DiagnosticsError) {
        _ = try ServiceConfiguration(.inline(file.text))
          .plan(variables: ["N": "5"], catalog: .everyShape)
      } catch {
        isRead = false
      }
      if isRead { #expect(mistakes == [], "\(file.name)") }
      if !mistakes.isEmpty {
        let words = file.name.split(separator: " ", maxSplits: 1).map(String.init)
        refusals[words[0], default: []].append(words[1])
      }
      if isRead == mistakes.isEmpty { agreed += 1 }
    }
    for (type, values) in SchemaValues.refused {
      #expect(Set(values).subtracting(refusals[type] ?? []) == [], "\(type) takes these")
    }
    // The rest is what only the loader can see, such as a key without `!ref`.
    #expect(agreed > files.count * 2 / 3, "\(agreed) of \(files.count)")
  }
}

extension GoldenCase {
  /// The catalog that its steps name.
  fileprivate var catalogName: String {
    let steps = try? String(contentsOf: folder.appending(path: "case.txt"), encoding: .utf8)
    let line = steps?.split(separator: "\n").first { $0.hasPrefix("catalog ") }
    return line.map { String($0.dropFirst("catalog ".count)) } ?? ""
  }
}
