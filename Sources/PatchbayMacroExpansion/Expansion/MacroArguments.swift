/// The arguments that both macros take.
struct MacroArguments {
  /// The expressions without a label, and that labelled `async` or `main`.
  private(set) var expressions: [Range<Int>] = []
  /// What that label says.
  private(set) var kind = FactorySource.Kind.immediate
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
    // After the name: `#factory(…)`, `@PatchbayMacros.Provided(…)`.
    var open = 1
    while text.isWord(open) || text.isPunctuation(open, ".") || text.isPunctuation(open, ":") {
      open += 1
    }
    guard text.isPunctuation(open, "(") else { return }
    var section = Section.expressions
    for part in text.splitAtCommas(text.inside(open)) {
      var value = part
      if let label = text.label(part) {
        value = part.lowerBound + 2..<part.upperBound
        section = .expressions
        switch label {
        case "async": kind = .async
        case "main": kind = .main
        case "as": section = .contracts
        case "arguments": section = .requested
        case "defaults": section = .defaults
        default: break
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

  /// The name that comes first, as it is written; nil without one.
  ///
  /// In the type, a name of a constant may mean another one than at the attribute.
  func name(_ use: LocatedSource) throws(MacroError) -> String? {
    guard let range = expressions.first else { return nil }
    guard Self.name(range, use) != nil else {
      throw use.error(
        "expected the name for configurations in quotes", at: range.lowerBound)
    }
    return use.text.source(range)
  }

  /// Reads `(any Mailer).self` as `any Mailer`.
  private static func contract(_ range: Range<Int>, _ use: LocatedSource) throws(MacroError)
    -> String
  {
    let text = use.text
    let end = range.upperBound - 2
    guard end > range.lowerBound, text[end + 1] == "self", text.isPunctuation(end, ".") else {
      let name = text.source(text[range.lowerBound] == "any" ? range.dropFirst() : range)
      throw use.error(
        "expected a type after `as:`, such as `(any \(name)).self`",
        at: range.lowerBound)
    }
    return text.source(text.insideParentheses(range.lowerBound..<end))
  }

  private mutating func request(_ range: Range<Int>, _ use: LocatedSource) throws(MacroError) {
    guard let name = Self.name(range, use) else {
      throw use.error(
        "expected the name of a parameter in quotes", at: range.lowerBound)
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
      throw use.error(
        "expected the defaults by name, such as `[\"port\": 587]`",
        at: range.lowerBound)
    }
    // An empty dictionary is `[:]`.
    let inside = text.inside(range.lowerBound)
    guard !(inside.count == 1 && text.isPunctuation(inside.lowerBound, ":")) else { return }
    for part in text.splitAtCommas(inside) {
      guard part.count > 2, text.isPunctuation(part.lowerBound + 1, ":"),
        let name = Self.name(part.prefix(1), use)
      else {
        throw use.error(
          "expected the name of a parameter in quotes", at: part.lowerBound)
      }
      defaults[name] = text.source(part.lowerBound + 2..<part.upperBound)
      names.append((name, part.lowerBound))
    }
  }

  /// The text of a plain string literal.
  private static func name(_ range: Range<Int>, _ use: LocatedSource) -> String? {
    guard range.count == 1, use.text.tokens[range.lowerBound].kind == .literal else { return nil }
    let literal = use.text[range.lowerBound]
    guard literal.count > 2, literal.hasPrefix("\""), literal.hasSuffix("\""),
      !literal.contains("\\"), !literal.hasPrefix("\"\"\"")
    else { return nil }
    return String(literal.dropFirst().dropLast())
  }

  /// Checks that every name is that of a parameter, once, and those of requests are in order.
  func check(
    _ parameters: [ParameterDeclaration], of type: String, _ use: LocatedSource
  ) throws(MacroError) {
    let known = parameters.map(\.name)
    var seen: Set<String> = []
    var errors: [MacroError] = []
    for (name, token) in names {
      let problem: String? =
        if !known.contains(name) {
          "`\(type)` has no parameter `\(name)`"
            + (known.isEmpty ? "" : "; it has \(known.map { "`\($0)`" }.joined(separator: ", "))")
        } else if !seen.insert(name).inserted {
          "`\(name)` is written twice" + (requested.contains(name) ? ": each request gives it" : "")
        } else {
          nil
        }
      if let problem { errors.append(use.error(problem, at: token)) }
    }
    let ordered = known.filter(requested.contains)
    if errors.isEmpty, ordered != requested,
      let first = names.first(where: { $0.name == requested[0] })
    {
      errors.append(
        use.error(
          "requests give arguments in the order of the initializer: write "
            + ordered.map { "\"\($0)\"" }.joined(separator: ", "),
          at: first.token))
    }
    if !errors.isEmpty { throw MacroError(errors) }
  }
}

extension SourceText {
  /// The label of an argument; nil if it has none, also in `App::Mailer`.
  fileprivate func label(_ range: Range<Int>) -> String? {
    guard range.count > 1, isWord(range.lowerBound), isPunctuation(range.lowerBound + 1, ":"),
      !isPunctuation(range.lowerBound + 2, ":")
    else { return nil }
    return self[range.lowerBound]
  }
}
