import SwiftSyntax

/// The expressions and types of a file, each as a default and as the type of parameters and properties.
///
/// Initializers have few defaults, and simple ones. Every expression of a program can be one.
final class Parts: SyntaxVisitor {
  struct Source {
    var text: String
    var origin: String

    /// Whether it is one of about sixteen, which are the same in every run.
    var isSample: Bool { text.utf8.reduce(0) { $0 &* 31 &+ Int($1) } % 16 == 0 }
  }

  private(set) var sources: [Source] = []

  init(of tree: SourceFileSyntax) {
    super.init(viewMode: .sourceAccurate)
    walk(tree)
  }

  override func visit(_ argument: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
    add(argument.expression)
  }

  override func visit(_ clause: InitializerClauseSyntax) -> SyntaxVisitorContinueKind {
    add(clause.value)
  }

  override func visit(_ statement: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    statement.expression.map(add) ?? .visitChildren
  }

  override func visit(_ item: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    if let expression = item.item.as(ExprSyntax.self) { return add(expression) }
    return .visitChildren
  }

  override func visit(_ condition: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if let expression = condition.condition.as(ExprSyntax.self) { return add(expression) }
    return .visitChildren
  }

  override func visit(_ parameter: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    add(parameter.type)
  }

  override func visit(_ clause: ReturnClauseSyntax) -> SyntaxVisitorContinueKind {
    add(clause.type)
  }

  override func visit(_ annotation: TypeAnnotationSyntax) -> SyntaxVisitorContinueKind {
    add(annotation.type)
  }

  private func add(_ expression: ExprSyntax) -> SyntaxVisitorContinueKind {
    let text = expression.trimmedDescription
    // Long ones contain the shorter ones, which are added, too.
    guard text.utf8.count < 4_000 else { return .visitChildren }
    sources.append(
      Source(
        text: """
          struct Part {
            init(first: Int = \(text), second: Int) {}
            var third = \(text)
            var fourth: Int = \(text), fifth = 5
            @Wrapped private var sixth = \(text) { didSet { print(oldValue) } }
            let seventh: Int, eighth = \(text)
            init(ninth: Int = \(text)) {}
          }
          """,
        origin: "an expression"))
    return .visitChildren
  }

  private func add(_ type: TypeSyntax) -> SyntaxVisitorContinueKind {
    let text = type.trimmedDescription
    sources.append(
      Source(
        text: """
          struct Part {
            init(first: \(text), _ second: \(text) = 1, third: Int) {}
            var fourth: \(text)
            let fifth: \(text), sixth: \(text) = 1, seventh: Int
            var eighth: \(text) { 5 }
            var ninth: \(text) { didSet { print(oldValue) } }
            @Wrapped(\(text).self) private var tenth: \(text)
            init(eleventh: inout \(text), twelfth: \(text)...) {}
          }
          """,
        origin: "a type"))
    return .visitChildren
  }
}
