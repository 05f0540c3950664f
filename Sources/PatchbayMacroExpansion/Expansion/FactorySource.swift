/// The source of the declaration of one factory, which a macro expands to.
struct FactorySource {
  /// How the function is called, with the label of the first argument of `Factory`.
  enum Kind: String {
    case immediate = ""
    case async = "async: "
    case main = "main: "
  }

  var kind = Kind.immediate
  /// The type of the product, which the compiler otherwise infers; nil if it is not known here.
  var product: String?
  /// The expression of the name in configurations.
  var name: String
  var parameters: [ParameterDeclaration]
  var arguments: MacroArguments
  var fileID: String
  var line: Int
  /// The function that makes a product: `Mailer.init(host:port:)` or `{ Mailer(host: $0, port: $1) }`.
  var make: String
  var summary: String?

  /// The text, whose lines begin with so many spaces.
  func text(indentedBy spaces: Int = 0) -> String {
    let lines =
      ["PatchbayMacros.Factory\(product.map { "<\($0)>" } ?? "")(", "  \(kind.rawValue)\(name),"]
      + parameters.map { "  \(input($0))," }
      + ["  fileID: \(Self.literal(fileID)), line: \(line),", "  make: \(make)", ")"]
      + arguments.contracts.map { ".provides { $0 as \($0) }" }
      + (summary.map { [".summary(\(Self.literal($0)))"] } ?? [])
    let indent = String(repeating: " ", count: spaces)
    return lines.map { indent + $0 }.joined(separator: "\n")
  }

  private func input(_ parameter: ParameterDeclaration) -> String {
    let name = Self.literal(parameter.name)
    if arguments.requested.contains(parameter.name) { return ".argument(\(name))" }
    let value = parameter.typedDefault ?? arguments.defaults[parameter.name]
    // Overloads take a quarter of the compiler's time, so they decide only where the text does not.
    let form = parameter.written.form ?? "_input"
    return ".\(form)(\(name)\(value.map { ", default: \($0)" } ?? ""))"
  }

  /// Returns a text as a string literal.
  static func literal(_ text: String) -> String {
    // Most need no escape. Scalar by scalar takes long without optimization.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F }) {
      return "\"\(text)\""
    }
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
