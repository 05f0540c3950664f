import PatchbayDiagnostics
import PatchbayYAML

extension FileOutline {
  static func imports(
    _ node: YAMLNode, into collector: inout DiagnosticCollector
  ) -> [ImportRequest] {
    if node.isNull { return [] }
    guard node.kind == .sequence, node.tag == nil else {
      collector.add(.wrongKind(node, "`imports`", mustBe: "a list of files"))
      return []
    }
    var requests: [ImportRequest] = []
    for element in node.elements {
      if let request = request(element, into: &collector) { requests.append(request) }
    }
    return requests
  }

  private static func request(
    _ node: YAMLNode, into collector: inout DiagnosticCollector
  ) -> ImportRequest? {
    guard node.kind == .mapping, node.tag == nil else {
      return isPath(node, "an import", into: &collector)
        ? ImportRequest(target: .file(node, isOptional: false)) : nil
    }
    var file: YAMLNode?
    var glob: YAMLNode?
    var isOptional = false
    var optionalKey: YAMLNode?
    var isHealthy = true
    for (key, value) in node.entries {
      switch field(ImportField.self, key, in: node, into: &collector) {
      case .file: file = value
      case .glob: glob = value
      case .optional:
        optionalKey = key
        if value.kind == .scalar, value.tag == nil, value.text == "true" || value.text == "false" {
          isOptional = value.text == "true"
        } else {
          collector.add(.wrongKind(value, "`optional`", mustBe: "`true` or `false`"))
        }
      case nil: isHealthy = false
      }
    }
    switch (file, glob) {
    case (let file?, nil):
      guard isPath(file, "`file`", into: &collector) else { return nil }
      return ImportRequest(target: .file(file, isOptional: isOptional))
    case (nil, let glob?):
      guard isPath(glob, "`glob`", into: &collector) else { return nil }
      if let optionalKey { collector.add(optionalGlob(optionalKey)) }
      return ImportRequest(target: .glob(glob))
    case (nil, nil):
      if isHealthy { collector.add(missingFile(node)) }
    case (_?, let glob?):
      collector.add(
        Diagnostic(
          .unknownField,
          "an import has either `file` or `glob`, not both",
          labels: [.init(.span(glob.span), "next to `file`")]
        ))
    }
    return nil
  }

  private static func missingFile(_ node: YAMLNode) -> Diagnostic {
    Diagnostic(
      .missingField,
      "an import needs `file` or `glob`",
      labels: [.init(.span(node.span), "names no file")]
    )
  }

  private static func optionalGlob(_ key: YAMLNode) -> Diagnostic {
    Diagnostic(
      .unknownField,
      "`optional` has no meaning next to `glob`",
      labels: [.init(.span(key.contentSpan), "belongs next to `file`")],
      fixIts: [.init("leave it out: a pattern may match no file")]
    )
  }

  private static func interpolatedPath(_ node: YAMLNode) -> Diagnostic {
    Diagnostic(
      .interpolationSyntax,
      "the path of an import is taken as it is: `$(…)` means nothing there",
      labels: [.init(.span(node.contentSpan), "never interpolated")],
      fixIts: [.init("give each environment what it needs in `environments:` or in a sibling file")]
    )
  }

  private static func isPath(
    _ node: YAMLNode, _ subject: String, into collector: inout DiagnosticCollector
  ) -> Bool {
    if case .unknown(let tag) = node.tagKind {
      collector.add(.unknownTag(tag, of: node))
      return false
    }
    guard node.kind == .scalar, node.knownTag == nil, !node.text.isEmpty, !node.isNull else {
      collector.add(.wrongKind(node, subject, mustBe: "a path"))
      return false
    }
    if InterpolationTemplate.holdsReference(node.text) {
      collector.add(interpolatedPath(node))
      return false
    }
    return true
  }
}
