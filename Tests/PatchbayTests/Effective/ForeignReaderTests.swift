import Foundation
import Patchbay
import PatchbayCommand
import PatchbayDiagnostics
import PatchbayYAML
import TestSupport
import Testing

@Suite("Other programs read the effective document as Patchbay does")
struct ForeignReaderTests {
  /// Prints the nodes of each document as JSON: a scalar as its text, after a `!` and the tag that
  /// the reader finds if it is no text, no number that is written in the same way, and no flag.
  private static let program = """
    import json, sys
    def same(node, value):
        if value is None: return node.value == 'null'
        if isinstance(value, bool): return node.value == str(value).lower()
        return str(value) == node.value
    def shown(node, read):
        if node.id == 'mapping':
            return {'map': [[shown(key, read), shown(value, read)] for key, value in node.value]}
        if node.id == 'sequence': return {'list': [shown(element, read) for element in node.value]}
        tag = node.tag
        if tag.startswith('tag:yaml.org,2002:') and not tag.endswith(':str'):
            if not same(node, read(node)): return '!' + tag + ' ' + node.value
        return node.value
    texts = json.load(sys.stdin)
    if sys.argv[1] == 'yaml':
        import yaml
        loader = yaml.SafeLoader('')
        compose, read = (lambda text: yaml.compose(text, yaml.SafeLoader)), loader.construct_object
    else:
        from ruamel.yaml import YAML
        def compose(text): return YAML(typ='safe', pure=True).compose(text)
        def read(node):
            reader = YAML(typ='safe', pure=True)
            return reader.constructor.construct_object(node)
    print(json.dumps([shown(compose(text), read) for text in texts]))
    """

  private static let documents: [String] = {
    var texts: [String] = []
    for step in 0..<UInt64(24) {
      let sample = HostileConfiguration(using: SplitMix(state: 77 &+ step))
      guard let folder = try? TemporaryFolder(sample.files),
        let document = try? document(folder.file("services.yaml"), .shapes)
      else { continue }
      texts.append(document)
    }
    if let folder = try? TemporaryFolder(ModelSample.files),
      let model = try? ModelSample.model(in: folder.path)
    {
      texts.append(EffectiveDocument(model, showsOrigins: true).text)
    }
    return texts
  }()

  private static func document(_ path: String, _ catalog: FactoryCatalog) throws -> String? {
    var collector = DiagnosticCollector()
    return try ServiceConfiguration(ConfigurationSource(path: path))
      .model(catalog: catalog, into: &collector)
      .map { EffectiveDocument($0, showsOrigins: true).text }
  }

  @Test(
    "by the rules of YAML 1.1",
    .enabled(if: Tool.pythonWithYAML != nil, "needs python3-yaml: run Scripts/setup"))
  func pyYAML() throws { try compare(try #require(Tool.pythonWithYAML), "yaml") }

  @Test(
    "by the rules of YAML 1.2",
    .enabled(if: Tool.pythonWithYAML12 != nil, "needs python3-ruamel.yaml: run Scripts/setup"))
  func ruamel() throws { try compare(try #require(Tool.pythonWithYAML12), "ruamel.yaml") }

  private func compare(_ python: Tool, _ module: String) throws {
    #expect(Self.documents.count > 12)
    let input = try JSONSerialization.data(withJSONObject: Self.documents)
    let result = try python.run(
      ["-c", Self.program, module], input: String(decoding: input, as: UTF8.self))
    try #require(result.code == 0, "\(result.errors)")
    let read = try #require(try JSONSerialization.jsonObject(with: result.output) as? [Any])
    for (text, nodes) in zip(Self.documents, read) {
      var collector = DiagnosticCollector()
      let parsed = YAMLDocument.parse(
        name: "document.yaml", bytes: Array(text.utf8), into: &collector)
      let document = try #require(parsed?.root)
      let own = try Self.text(Self.shown(document))
      let other = try Self.text(nodes)
      #expect(own == other, "\(RoundTrip.differences([own], [other]))\n\(text)")
    }
  }

  private static func text(_ value: Any) throws -> String {
    let data = try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
    return String(decoding: data, as: UTF8.self)
  }

  private static func shown(_ node: YAMLNode) -> Any {
    switch node.kind {
    case .scalar: node.text
    case .sequence: ["list": node.elements.map(shown)]
    case .mapping: ["map": node.entries.map { [shown($0), shown($1)] }]
    }
  }
}
