import PatchbayDiagnostics
import PatchbayYAML

extension YAMLNode {
  /// Returns the fix of a YAML tag that other formats have, such as `!env NAME`, and of `!ref(pool)`;
  /// nil for any other tag.
  func insteadOfTag(_ tag: String) -> Diagnostic.FixIt? {
    guard kind == .scalar else { return nil }
    var (word, name) = (tag.dropFirst().lowercased(), text)
    if let open = word.firstIndex(of: "("), word.hasSuffix(")"), isNothing {
      name = String(tag.dropFirst().drop { $0 != "(" }.dropFirst().dropLast())
      word = String(word[..<open])
    }
    guard !name.isEmpty, name.utf8.count <= 128 else { return nil }
    let written: String
    switch word {
    case "env", "environment", "variable", "envvar", "getenv":
      guard Name.isEnvironment(name) else { return nil }
      written = "$(env:\(name))"
    case "param", "parameter", "var", "value":
      guard Name.isParameter(name) else { return nil }
      written = "$(\(name))"
    case "service", "reference", "bean", "key", "inject", "ref":
      guard Name.isKey(name) else { return nil }
      written = "!ref \(name)"
    case "optional", "tagged":
      guard Name.isKey(name) else { return nil }
      written = "!\(word) \(name)"
    case "tagged_iterator", "tagged_locator", "tag":
      guard Name.isKey(name) else { return nil }
      written = "!tagged \(name)"
    default: return nil
    }
    return .init("write `\(written)`", replacing: .span(span), with: written)
  }
}
