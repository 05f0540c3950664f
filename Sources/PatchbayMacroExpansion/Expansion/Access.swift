/// How far a type is visible, as its factory has to be.
enum Access: Comparable {
  case withinModule, withinPackage, everywhere

  /// - Parameters:
  ///   - type: The declaration of the type.
  ///   - context: The declarations around it, innermost first.
  init(of type: TypeDeclaration, in context: [TypeDeclaration]) {
    var access = type.access
    // What an extension contains is as visible as the extension says.
    if access == nil, let first = context.first, first.keyword == "extension" {
      access = first.access
    }
    // The type that an extension extends is elsewhere: it is expected to be as visible.
    let outer = context.filter { $0.keyword != "extension" }.map { $0.access ?? .withinModule }
    self = min(access ?? .withinModule, outer.min() ?? .everywhere)
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
