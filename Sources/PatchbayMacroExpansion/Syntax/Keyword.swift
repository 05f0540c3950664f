/// The words of Swift that the reading of declarations depends on.
enum Keyword {
  /// The words after which an operand begins.
  static let beforeOperand: Set<String> = [
    "as", "await", "case", "catch", "do", "else", "if", "in", "is", "repeat", "return", "throw",
    "try", "unsafe", "where", "while", "yield",
  ]

  /// The words that modify a declaration.
  static let modifiers: Set<String> = [
    "borrowing", "class", "consuming", "convenience", "distributed", "dynamic", "fileprivate",
    "final", "indirect", "infix", "internal", "isolated", "lazy", "mutating", "nonisolated",
    "nonmutating", "open", "optional", "override", "package", "postfix", "prefix", "private",
    "public", "required", "static", "unowned", "weak",
  ]

  /// The words that begin a declaration.
  static let declarations: Set<String> = [
    "actor", "associatedtype", "case", "class", "deinit", "enum", "extension", "func", "import",
    "init", "let", "macro", "operator", "precedencegroup", "protocol", "struct", "subscript",
    "typealias", "var",
  ]
}
