/// The arguments that both macros take.
struct MacroArguments {
  /// The expressions without a label, and those labelled `async` or `main`.
  private(set) var expressions: [Range<Int>] = []
  /// The types under `as`.
  private(set) var contracts: [String] = []
  /// The names under `arguments`, which each request gives.
  private(set) var requested: [String] = []
  /// The expressions under `defaults` by name.
  private(set) var defaults: [String: String] = [:]
  private var names: [(name: String, token: Int)] = []

  private enum Section { case expressions, contracts, requested, defaults }

  /// Reads the arguments between the first parentheses of a macro's use.
  init(of use: LocatedSource) throws(MacroError) {
    let text = use.text
    guard let open = text.tokens.indices.first(where: { text.isPunctuation($0, "(") }) else {
      return
    }
    var section = Section.expressions
    for part in text.splitAtCommas(text.inside(open)) {
      var value = part
      if text.isWord(part.lowerBound), text.isPunctuation(part.lowerBound + 1, ":") {
        value = part.lowerBound + 2..<max(part.upperBound, part.lowerBound + 2)
        section =
          switch text[part.lowerBound] {
          case "as": .contracts
          case "arguments": .requested
          case "defaults": .defaults
          default: .expressions
          }
      }
      guard !value.isEmpty else { continue }
      switch section {
      case .expressions: expressions.append(value)
      case .contracts: contracts.append(try Self.contract(value, use))
      case .requested: try request(value, use)
      case .defaults: try readDefaults(value, use)
      }
    }
  }

  /// Reads `(any Mailer).self` as `any Mailer`.
  private static func contract(_ range: Range<Int>, _ use: LocatedSource) throws(MacroError)
    -> String
  {
    let text = use.text
    let end = range.upperBound - 2
    guard end > range.lowerBound, text[end + 1] == "self" else {
      throw MacroError(
        "expected a type after `as:`, such as `(any \(text.source(range))).self`",
        at: use.position(range.lowerBound))
    }
    var type = range.lowerBound..<end
    while text.isPunctuation(type.lowerBound, "("), text.after(type.lowerBound) == type.upperBound,
      text.splitAtCommas(text.inside(type.lowerBound)).count == 1
    {
      type = text.inside(type.lowerBound)
    }
    return text.source(type)
  }

  private mutating func request(_ range: Range<Int>, _ use: LocatedSource) throws(MacroError) {
    guard let name = Self.name(range, use) else {
      throw MacroError(
        "expected the name of a parameter in quotes", at: use.position(range.lowerBound))
    }
    requested.append(name)
    names.append((name, range.lowerBound))
  }

  /// Reads `["port": 587]`.
  private mutating func readDefaults(_ range: Range<Int>, _ use: LocatedSource) throws(MacroError) {
    let text = use.text
    guard text.isPunctuation(range.lowerBound, "["),
      text.after(range.lowerBound) == range.upperBound
    else {
      throw MacroError(
        "expected the defaults by name, such as `[\"port\": 587]`",
        at: use.position(range.lowerBound))
    }
    // An empty dictionary is `[:]`.
    let inside = text.inside(range.lowerBound)
    guard !(inside.count == 1 && text.isPunctuation(inside.lowerBound, ":")) else { return }
    for part in text.splitAtCommas(inside) {
      guard part.count > 2, text.isPunctuation(part.lowerBound + 1, ":"),
        let name = Self.name(part.prefix(1), use)
      else {
        throw MacroError(
          "expected the name of a parameter in quotes", at: use.position(part.lowerBound))
      }
      defaults[name] = text.source(part.lowerBound + 2..<part.upperBound)
      names.append((name, part.lowerBound))
    }
  }

  /// The text of a plain string literal.
  private static func name(_ range: Range<Int>, _ use: LocatedSource) -> String? {
    let literal = use.text[range.lowerBound]
    guard range.count == 1, literal.hasPrefix("\""),
      !literal.contains("\\")
    else { return nil }
    return String(literal.dropFirst().dropLast())
  }

  /// Checks that every name is that of a parameter.
  func checkNames(_ parameters: [ParameterDeclaration], of type: String, _ use: LocatedSource)
    throws(MacroError)
  {
    let known = parameters.map(\.name)
    let errors = names.filter { !known.contains($0.name) }.map { name, token in
      MacroError(
        "`\(type)` has no parameter `\(name)`"
          + (known.isEmpty ? "" : "; it has \(known.map { "`\($0)`" }.joined(separator: ", "))"),
        at: use.position(token))
    }
    if !errors.isEmpty { throw MacroError(errors) }
  }
}
