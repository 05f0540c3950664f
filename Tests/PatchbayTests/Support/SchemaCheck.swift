import Foundation
import Patchbay
import PatchbayYAML

/// Checks YAML against a JSON Schema as far as ours goes, and notes which properties it met.
///
/// YAML tags are invisible to it, as they are to editors: a bare tag is an empty text.
struct SchemaCheck {
  private let root: [String: Any]
  /// What does not fit, as `path: what`.
  private(set) var mistakes: [String] = []
  /// The pointers of all `properties` that a checked file used.
  private(set) var met: Set<String> = []

  init(_ schema: String) throws {
    let json = try JSONSerialization.jsonObject(with: Data(schema.utf8))
    root = json as? [String: Any] ?? [:]
  }

  /// The pointers of all properties that the schema has.
  var properties: Set<String> {
    var found: Set<String> = []
    func walk(_ value: Any, _ pointer: String, areNames: Bool = false) {
      if let list = value as? [Any] {
        for (index, element) in list.enumerated() { walk(element, "\(pointer)/\(index)") }
      }
      guard let map = value as? [String: Any] else { return }
      for (key, inner) in map {
        if areNames { found.insert("\(pointer)/\(key)") }
        walk(inner, "\(pointer)/\(key)", areNames: !areNames && key == "properties")
      }
    }
    walk(root, "#")
    return found
  }

  /// Reads and checks a file's text; throws where it is no YAML.
  mutating func check(_ yaml: String) throws {
    var collector = DiagnosticCollector()
    let document = YAMLDocument.parse(
      name: "checked.yaml", bytes: Array(yaml.utf8), limits: YAMLLimits(), into: &collector)
    try collector.throwErrors()
    if let node = document?.root { mistakes += check(node, root, "#", "") }
  }

  private mutating func check(
    _ node: YAMLNode, _ schema: [String: Any], _ pointer: String, _ path: String
  ) -> [String] {
    var found: [String] = []
    if let reference = schema["$ref"] as? String {
      let parts = reference.dropFirst(2).split(separator: "/").map(String.init)
      let target = parts.reduce(root as Any) { ($0 as? [String: Any])?[$1] ?? [:] }
      found += check(node, target as? [String: Any] ?? [:], reference, path)
    }
    if let choices = schema["anyOf"] as? [[String: Any]] {
      let results = choices.enumerated().map { index, choice in
        check(node, choice, "\(pointer)/anyOf/\(index)", path)
      }
      // The choice that was meant is the one that fits down to the deepest place.
      if !results.contains([]) {
        found += results.reversed().max { Self.depth(of: $0) < Self.depth(of: $1) } ?? []
      }
    }
    if let types = schema["type"] {
      let names = types as? [String] ?? [types as? String ?? ""]
      if names.allSatisfy({ !Self.fits(node, $0) }) {
        return found + ["\(path): expected \(names.joined(separator: " or "))"]
      }
    }
    if let legal = schema["enum"] as? [Any],
      node.kind != .scalar || !legal.contains(where: { "\($0)" == node.text })
    {
      found.append("\(path): not one of \(legal)")
    }
    if let pattern = schema["pattern"] as? String, !Self.matches(node.text, pattern) {
      found.append("\(path): does not match \(pattern)")
    }
    if let items = schema["items"] as? [String: Any] {
      for element in node.elements { found += check(element, items, "\(pointer)/items", path) }
    }
    if node.kind == .mapping { found += checkMembers(of: node, schema, pointer, path) }
    return found
  }

  private mutating func checkMembers(
    of node: YAMLNode, _ schema: [String: Any], _ pointer: String, _ path: String
  ) -> [String] {
    var found: [String] = []
    let keys = Set(node.entries.map(\.key.text))
    let names = schema["propertyNames"] as? [String: Any]
    for (key, value) in node.entries {
      let inner = "\(path).\(key.text)"
      if let names { found += check(key, names, "\(pointer)/propertyNames", inner) }
      if let property = (schema["properties"] as? [String: Any])?[key.text] {
        met.insert("\(pointer)/properties/\(key.text)")
        found += check(
          value, property as? [String: Any] ?? [:], "\(pointer)/properties/\(key.text)", inner)
      } else if let patterns = schema["patternProperties"] as? [String: Any],
        patterns.keys.contains(where: { Self.matches(key.text, $0) })
      {
        continue
      } else if schema["additionalProperties"] as? Bool == false {
        found.append("\(inner): unknown")
      } else if let others = schema["additionalProperties"] as? [String: Any] {
        found += check(value, others, "\(pointer)/additionalProperties", inner)
      }
    }
    if let choices = schema["oneOf"] as? [[String: [String]]] {
      let fitting = choices.filter { keys.isSuperset(of: $0["required"] ?? []) }
      if fitting.count != 1 { found.append("\(path): not exactly one of \(choices)") }
    }
    for (key, dependent) in schema["dependentSchemas"] as? [String: [String: Any]] ?? [:]
    where keys.contains(key) {
      found += check(node, dependent, "\(pointer)/dependentSchemas/\(key)", path)
    }
    return found
  }

  private static func depth(of mistakes: [String]) -> Int {
    mistakes.map { $0.prefix { $0 != ":" }.filter { $0 == "." }.count }.max() ?? 0
  }

  private static func fits(_ node: YAMLNode, _ type: String) -> Bool {
    switch (node.kind, type) {
    case (.mapping, "object"), (.sequence, "array"): true
    case (.scalar, _):
      switch type {
      case "null": node.isNull
      case "boolean": isPlain(node) && ["true", "false"].contains(node.text)
      case "integer": isPlain(node) && matches(node.text, "^[-+]?[0-9]+$")
      case "number": isPlain(node) && matches(node.text, "^[-+]?[0-9.]+$")
      case "string":
        !node.isNull && !fits(node, "boolean") && !fits(node, "number") || !isPlain(node)
      default: false
      }
    default: false
    }
  }

  private static func isPlain(_ node: YAMLNode) -> Bool { !node.isQuoted && node.tag == nil }

  private static func matches(_ text: String, _ pattern: String) -> Bool {
    text.range(of: pattern, options: .regularExpression) != nil
  }
}
