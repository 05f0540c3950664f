import Foundation
import Patchbay
import PatchbayCommand
import TestSupport
import Testing

@Suite(
  "The committed JSON Schemas describe what is written",
  .enabled(if: Tool.pythonWithJSONSchema != nil, "needs python3-jsonschema: run Scripts/setup"))
struct OutputSchemaTests {
  /// Reads a schema and an array of documents; prints each mistake, and the names of members that no
  /// document has. Members that the schema does not describe are mistakes here: every object is
  /// closed, although readers must ignore members that are added later.
  private static let check = """
    import json, sys, jsonschema
    schema, documents = json.load(sys.stdin)
    jsonschema.Draft202012Validator.check_schema(schema)
    documented = set()
    def close(part):
        if isinstance(part, dict):
            if isinstance(part.get('properties'), dict) and part.get('type') == 'object':
                documented.update(part['properties'])
                part['additionalProperties'] = False
            for inner in part.values(): close(inner)
        elif isinstance(part, list):
            for inner in part: close(inner)
    close(schema)
    validator = jsonschema.Draft202012Validator(schema)
    seen = set()
    def names(part):
        if isinstance(part, dict):
            seen.update(part)
            for inner in part.values(): names(inner)
        elif isinstance(part, list):
            for inner in part: names(inner)
    for number, document in enumerate(documents):
        names(document)
        for error in validator.iter_errors(document):
            print('document', number, list(error.absolute_path), error.message[:300])
    print('never written:', sorted(documented - seen))
    """

  private func mistakes(_ schema: String, _ documents: [String]) throws -> String {
    let python = try #require(Tool.pythonWithJSONSchema)
    let text = try String(
      contentsOf: Project.folder.appending(path: "Config/\(schema).schema.json"), encoding: .utf8)
    let result = try python.run(
      ["-c", Self.check], input: "[\(text), [\(documents.joined(separator: ","))]]")
    try #require(result.code == 0, "\(result.errors)")
    return result.text
  }

  @Test("wiring.schema.json the models of the sample and of the reference")
  func wiring() throws {
    let yaml = """
      parameters: { logs: $(path:$(env:HOME)/logs) }
      services: { text: { type: Session, arguments: { pool: !inline { type: Pool, arguments: { url: '$(env:URL:-$(env:URL_FILE))', password: !secret y } } } } }
      """
    var collector = DiagnosticCollector()
    let configuration = try ServiceConfiguration(.inline(yaml))
    let inline = configuration.model(catalog: ModelSample.catalog, into: &collector)
    try collector.throwErrors()
    var models = [
      try #require(inline),
      try ModelSample.model(environment: "test", modules: [ModelSample.Clock()]),
      try ModelSample.model(),
    ]
    let count = models.count
    for example in ReferenceExample.all where example.expected.isEmpty {
      if let model = try example.model() { models.append(model) }
    }
    #expect(models.count > count + 40)
    // What the commands that answer one question write.
    let model = models[1]
    let answers = [
      model.json(of: [.services(model.nodes), .edges(model.graph.edges)]),
      model.json(of: [.paths([model.graph.edges])]),
      model.json(of: [
        .tags(model.tags), .catalog(model.catalog), .parameters(model.parameters),
      ]),
      #"{"format": 1, "environments": ["test"]}"#,
    ]
    let found = try mistakes("wiring", models.map(\.json) + answers)
    #expect(found == "never written: []\n")
  }

  @Test("difference.schema.json what diff writes")
  func difference() async throws {
    let folder = try TemporaryFolder([
      "old/services.yaml": """
      parameters: { name: a, token: !secret hunter1, gone: x }
      services:
        a: { type: Text, arguments: { text: $(name) } }
        b: { type: Text, arguments: { text: $(env:OLD) } }
        c: { type: Text, arguments: { text: $(token) } }
        d: { alias: a }
      environments: { production: {}, test: {} }

      """,
      "new/services.yaml": """
      scopes: [request]
      parameters: { name: b, token: !secret hunter2 }
      services:
        a: { type: Text, arguments: { text: $(name) }, tags: [t] }
        b: { type: Text, scope: transient, arguments: { text: $(env:NEW) } }
        c: { type: Text, arguments: { text: $(token) } }
        e: { type: Text, arguments: { text: x } }
      environments: { production: {}, staging: {} }

      """,
      "wrong/services.yaml": "services: { a: { type: Txt } }\nenvironments: { production: {} }\n",
    ])
    struct Own: Module {
      var definitions: Definitions { Provide("own", as: Int.self) { _ in 1 } }
    }
    var documents: [String] = []
    for old in ["old", "wrong"] {
      let texts = Guarded<[String]>([])
      let command = PatchbayCommand(
        "app",
        catalog: FactoryCatalog("app") {
          Factory("Text", .value("text")) { (text: String) in text }
        },
        configuration: ConfigurationSource(path: folder.file("new/services.yaml")),
        modules: [Own()], variables: [:],
        output: CommandOutput(
          result: { text in texts.withLock { $0.append(text) } }, problem: { _ in }))
      #expect(await command.run(["diff", "--against", folder.file(old), "--format", "json"]) == 0)
      documents += texts.withLock { $0 }
    }
    #expect(documents.count == 2)
    let found = try mistakes("difference", documents)
    #expect(found == "never written: []\n")
  }

  @Test("diagnostics.schema.json the diagnostics of all goldens")
  func diagnostics() async throws {
    // A mistake in a text of the program, which has places of two kinds.
    var collector = DiagnosticCollector()
    _ = try ServiceConfiguration(.inline("services: { a: { type: Pol } }"))
      .model(catalog: ModelSample.catalog, into: &collector)
    var renderer = JSONRenderer()
    renderer.documentation = "https://docs.example.com"
    var documents = [renderer.render(collector.errors)]
    for golden in GoldenCase.all {
      let found = await golden.findings()
      documents.append(JSONRenderer(limit: 2).render(found))
    }
    let found = try mistakes("diagnostics", documents)
    #expect(found == "never written: []\n")
  }
}
