/// `#factory(SQLiteLinkStore.init(path:))`: the declaration of a factory for a type that does not
/// depend on Patchbay.
struct FactoryMacro {
  let use: LocatedSource

  init(_ use: HostMessage.FreestandingMacro) { self.use = LocatedSource(use.syntax) }

  func expansion() throws(MacroError) -> String {
    let text = use.text
    let arguments = try MacroArguments(of: use)
    guard let written = arguments.expressions.last, arguments.expressions.count <= 2 else {
      throw use.error(
        "expected an initializer, such as `Mailer.init(host:port:)`", at: 0)
    }
    let function = text.insideParentheses(written)
    let last = function.upperBound - 1
    if function.count > 2, text[last] == "self", text.isPunctuation(last - 1, ".") {
      let type = text.source(function.dropLast(2))
      throw use.error(
        "expected an initializer of `\(type)` with its labels, such as `\(type).init(host:port:)`",
        at: function.lowerBound)
    }
    let open = openParenthesis(of: function)
    let parameters = try labels(of: function, open)
    // The type's name is before the point: `Mailer` in `Mail.Mailer.init`.
    let owner = min(open, function.upperBound) - 3
    let name: String
    if arguments.expressions.count == 2 {
      name = text.source(arguments.expressions[0])
    } else if owner >= function.lowerBound, text.isWord(owner), text.isPunctuation(owner + 1, ".") {
      name = FactorySource.literal(text[owner].filter { $0 != "`" })
    } else {
      throw use.error(
        "expected the name for configurations before the initializer, such as `#factory(\"Name\", …)`",
        at: function.lowerBound)
    }
    try arguments.check(parameters, of: text.source(function), use)
    return FactorySource(
      kind: arguments.kind,
      name: name,
      parameters: parameters,
      arguments: arguments,
      fileID: use.location.fileID,
      line: use.line(0),
      make: text.source(function)
    ).text()
  }

  /// The parenthesis before the labels; the end of the function without any.
  private func openParenthesis(of function: Range<Int>) -> Int {
    function.first { use.text.isPunctuation($0, "(") && use.text.after($0) == function.upperBound }
      ?? function.upperBound
  }

  /// Reads `(host:port:)` at the end of a reference; without it there is no parameter.
  private func labels(
    of function: Range<Int>, _ open: Int
  ) throws(MacroError) -> [ParameterDeclaration] {
    let text = use.text
    guard !text.isPunctuation(function.lowerBound, "{") else {
      throw use.error(
        "expected an initializer with its labels, such as `Mailer.init(host:port:)`, and not a closure",
        at: function.lowerBound)
    }
    guard open < function.upperBound else { return [] }
    var parameters: [ParameterDeclaration] = []
    var index = open + 1
    while index < function.upperBound - 1 {
      guard text.isWord(index), text.isPunctuation(index + 1, ":") else {
        throw use.error(
          "expected the labels of an initializer, such as `Mailer.init(host:port:)`, and not a call",
          at: index)
      }
      guard text[index] != "_" else {
        throw use.error(
          "a parameter without a label has no name for configurations: declare it with `Factory(…)`",
          at: index)
      }
      parameters.append(
        ParameterDeclaration(
          label: text[index], type: "", written: WrittenType(index..<index, of: text),
          defaultValue: nil, obstacle: nil, start: index))
      index += 2
    }
    return parameters
  }
}

extension FactoryMacro {
  /// Returns the error of what is no function that fits: of its text, or else of its effects.
  func mistake() throws(MacroError) -> MacroError {
    _ = try expansion()
    let arguments = try MacroArguments(of: use)
    guard let function = arguments.expressions.first else {
      return use.error(
        "expected an initializer, such as `Mailer.init(host:port:)`", at: 0)
    }
    return use.error(
      "`\(use.text.source(function))` cannot be called here: write `#factory(async: …)` if it is "
        + "asynchronous, and `#factory(main: …)` on the main actor",
      at: function.lowerBound)
  }
}
