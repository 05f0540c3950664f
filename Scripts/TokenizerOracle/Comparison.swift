import SwiftSyntax

/// Compares the declarations of types and initializers in one file.
final class Comparison: SyntaxVisitor {
  struct Count {
    var types = 0
    var initializers = 0
    var properties = 0
    /// The types that the parser itself reports as an error.
    var broken = 0
    var differences: [String] = []

    mutating func add(_ other: Count) {
      types += other.types
      initializers += other.initializers
      properties += other.properties
      broken += other.broken
      differences += other.differences
    }
  }

  private(set) var count = Count()
  private let file: String
  private let converter: SourceLocationConverter

  init(file: String, of tree: SourceFileSyntax) {
    self.file = file
    converter = SourceLocationConverter(fileName: file, tree: tree)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ type: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    compare(type, type.name, isGeneric: type.genericParameterClause != nil)
  }

  override func visit(_ type: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    compare(type, type.name, isGeneric: type.genericParameterClause != nil)
  }

  override func visit(_ type: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    compare(type, type.name, isGeneric: type.genericParameterClause != nil)
  }

  override func visit(_ type: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    compare(type, type.name, isGeneric: type.genericParameterClause != nil)
  }

  /// The tokenizer reads the first token of an extended type's name, and whether it has arguments.
  override func visit(_ type: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let tokens = type.extendedType.tokens(viewMode: .sourceAccurate)
    guard let name = tokens.first(where: { _ in true }) else { return .visitChildren }
    let isGeneric = tokens.contains { [.leftAngle, .leftSquare].contains($0.tokenKind) }
    return compare(type, name, isGeneric: isGeneric)
  }

  override func visit(_ initializer: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    guard !initializer.hasError else { return .visitChildren }
    compare(
      Reading(ofInitializer: initializer.description), Reading(initializer), at: initializer)
    return .visitChildren
  }

  private func compare(
    _ type: some DeclGroupSyntax, _ name: TokenSyntax, isGeneric: Bool
  ) -> SyntaxVisitorContinueKind {
    guard !type.hasError else {
      count.broken += 1
      return .visitChildren
    }
    let theirs = Reading(type, name: name, isGeneric: isGeneric)
    compare(Reading(ofType: type.description), theirs, at: type)
    count.types += 1
    count.initializers += theirs.initializers
    count.properties += theirs.properties
    return .visitChildren
  }

  private func compare(_ ours: Reading, _ theirs: Reading, at node: some SyntaxProtocol) {
    guard ours != theirs else { return }
    let lines = max(ours.lines.count, theirs.lines.count)
    let differing = (0..<lines).first { index in
      index >= ours.lines.count || index >= theirs.lines.count
        || ours.lines[index] != theirs.lines[index]
    }
    let index = differing ?? 0
    func line(_ reading: Reading) -> String {
      index < reading.lines.count ? reading.lines[index] : "nothing"
    }
    let place = node.startLocation(converter: converter)
    count.differences.append(
      "\(file):\(place.line): difference\n  ours:   \(line(ours))\n  theirs: \(line(theirs))")
  }
}
