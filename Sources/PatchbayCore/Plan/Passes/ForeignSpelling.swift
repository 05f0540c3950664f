import PatchbayDiagnostics

/// How other containers, and Swift, spell the name of a service or of a type: `@pool`, `%pool%`,
/// `ref(pool)`, `App.Pool.self`.
enum ForeignSpelling {
  /// A longer text is no name with signs around it.
  private static let mostBytes = 128
  private static let wordsForReferences: Set<String> = [
    "ref", "reference", "service", "inject", "bean", "key",
  ]

  /// Returns the only name in a text, without the signs around it and the word for a reference; nil
  /// if there are several.
  static func key(in text: String) -> String? {
    guard text.utf8.count <= mostBytes else { return nil }
    var words = text.utf8.split { !$0.isKeyCharacter }.map { String(Substring($0)) }
    if words.count == 2, wordsForReferences.contains(words[0].lowercased()) { words.removeFirst() }
    return words.count == 1 ? words[0] : nil
  }

  /// Returns the last name of a type that is written as in Swift: `App.Mailer`, `Mailer.self`,
  /// `Mailer()`, `(any Mailer).self`; nil for any other text.
  static func typeName(in text: String) -> String? {
    guard text.utf8.count <= mostBytes else { return nil }
    // What follows the name are generic arguments, or those of a call.
    let head = text.drop { $0 == "(" }.prefix { $0 != "<" && $0 != "(" }
    let words = head.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      .filter { !["any", "some", "self", "Type", "init"].contains($0) }
    return words.last.map { String($0) }.flatMap { $0 == text ? nil : $0 }
  }

  /// Returns the YAML tag that a key of a map was written for: `{ ref: pool }`, `{ $ref: pool }`.
  static func tag(for key: String) -> String? {
    switch key.drop(while: { "!$@".contains($0) }).lowercased() {
    case "ref", "reference", "service": "!ref"
    case "optional": "!optional"
    case "tagged", "tag": "!tagged"
    case "inline": "!inline"
    default: nil
    }
  }

  /// The fields of a service's entry that a person may write among its arguments.
  static let fieldsOfServices: Set<String> = [
    "after", "alias", "autowire", "decorates", "deprecated", "eager", "enabled", "extends",
    "priority", "properties", "provides", "retry", "scope", "tags", "timeouts", "type",
  ]

  /// Returns the built-in scope that another container names so.
  static func scope(for name: String) -> String? {
    switch name.lowercased().filter({ $0 != "_" && $0 != "-" }) {
    case "prototype", "unique", "instance", "factory", "new": "transient"
    case "shared", "single", "container", "application", "global", "cached": "singleton"
    case "objectgraph": "graph"
    default: nil
    }
  }
}
