/// How far a type is visible, as its factory has to be.
enum Access: Comparable {
  case withinModule, withinPackage, everywhere

  /// - Parameters:
  ///   - type: The declaration of the type.
  ///   - context: The declarations around it, innermost first.
  init(of type: TypeDeclaration, in context: [TypeDeclaration]) {
    self = .everywhere
    var rest = context[...]
    var next: TypeDeclaration? = type
    while let declaration = next {
      next = rest.popFirst()
      // The type that an extension extends is elsewhere: it is expected to be as visible.
      if declaration.keyword == "extension" { continue }
      // What an extension contains is as visible as the extension says.
      let implied = next?.keyword == "extension" ? next?.access : nil
      self = min(self, declaration.access ?? implied ?? .withinModule)
    }
  }

  /// The modifier, with the space after it.
  var modifier: String {
    switch self {
    case .withinModule: ""
    case .withinPackage: "package "
    case .everywhere: "public "
    }
  }
}

extension TypeDeclaration {
  fileprivate var access: Access? {
    if modifiers.contains("public") || modifiers.contains("open") { return .everywhere }
    if modifiers.contains("package") { return .withinPackage }
    let isNarrow = !modifiers.isDisjoint(with: ["internal", "fileprivate", "private"])
    return isNarrow ? .withinModule : nil
  }
}
