/// A Swift type as data: its identity and its names.
package struct TypeName: Sendable, Hashable, CustomStringConvertible {
  let type: Any.Type

  /// Creates the name of a type.
  package init(_ type: Any.Type) { self.type = type }

  var id: ObjectIdentifier { ObjectIdentifier(type) }

  /// Returns whether two names refer to the same type.
  package static func == (left: Self, right: Self) -> Bool { left.id == right.id }
  /// Hashes the identity of the type.
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// The type as Swift source writes it: `any Mailer`, `[String]`, `Int?`.
  package var description: String {
    let name = Self.sugared("\(type)")
    // `any P<Int>` is printed with its condition, and with `any`.
    return isExistential && name != "Any" && !name.hasPrefix("any ") ? "any \(name)" : name
  }

  /// The name of a contract in a configuration: `Mailer`.
  package var contractName: String { "\(type)" }

  /// The name with its module, for contracts of equal names: `App.Mailer`.
  package var qualifiedContractName: String { String(reflecting: type) }

  /// The name with its article, in backticks: `a ConnectionPool`, `an Int`.
  var withArticle: String {
    let text = description
    let isVowel = text.first.map { "aeiouAEIO".contains($0) } ?? false
    return "\(isVowel ? "an" : "a") `\(text)`"
  }

  /// Whether it is `any` of a protocol.
  var isExistential: Bool {
    [.existential, .existentialMetatype, .constrainedExistential].contains(kind)
  }

  /// The type as an optional one; nil for any other. Only a cast of an optional type finds out fast: for
  /// another, the runtime looks at every conformance of the program, for 70,000 instructions a type.
  var optional: (any OptionalValue.Type)? {
    kind == .optional ? type as? any OptionalValue.Type : nil
  }

  /// Whether every value of the type, which takes `size` bytes, is an object: a class, or `any` of a
  /// protocol that inherits from `AnyObject`.
  ///
  /// Swift has no query for the latter. Such a value is a reference and a table for each protocol, while
  /// one that may be a struct takes at least as many bytes as an `Any`; so with more than two protocols,
  /// the answer is `false`. An error is a reference to a box.
  func isAnObject(size: Int) -> Bool {
    if type is AnyObject.Type { return true }
    return [.existential, .constrainedExistential].contains(kind)
      && size < MemoryLayout<Any>.size && type != (any Error).self
  }

  /// The kind of the type, as far as it matters here.
  private var kind: TypeKind? {
    // Safe because a metatype without its static type is the address of the type's description, which is never
    // released.
    TypeKind(rawValue: unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: Int.self))
  }

  /// Converts `Optional<X>`, `Array<X>` and `Dictionary<K, V>` to Swift's shorthand.
  private static func sugared(_ name: String) -> String {
    guard name.hasSuffix(">"), let open = name.firstIndex(of: "<") else { return name }
    let inner = name[name.index(after: open)..<name.index(before: name.endIndex)]
    let arguments = splitTopLevel(inner).map(sugared)
    switch (name[..<open], arguments.count) {
    case ("Optional", 1): return "\(arguments[0])?"
    case ("Array", 1): return "[\(arguments[0])]"
    case ("Dictionary", 2): return "[\(arguments[0]): \(arguments[1])]"
    default: return "\(name[..<open])<\(arguments.joined(separator: ", "))>"
    }
  }

  /// Splits at the commas outside of brackets.
  private static func splitTopLevel(_ text: Substring) -> [String] {
    var parts: [String] = [""]
    var depth = 0
    for character in text {
      if "<([".contains(character) { depth += 1 }
      if ">)]".contains(character) { depth -= 1 }
      if character == ",", depth == 0 {
        parts.append("")
      } else if !(character == " " && parts[parts.count - 1].isEmpty) {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }
}

/// The first word of what the runtime knows of a type, where Swift has no query, or only an expensive one.
///
/// It is a part of Swift's stable binary interface:
/// https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeMetadata.rst and
/// https://github.com/swiftlang/swift/blob/main/include/swift/ABI/MetadataKind.def
private enum TypeKind: Int {
  case optional = 0x202
  case existential = 0x303
  /// `any P.Type`.
  case existentialMetatype = 0x306
  /// `any P<Int>`, with a condition for an associated type.
  case constrainedExistential = 0x307
}
