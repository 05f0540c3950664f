import MacroExpansion

/// The use of a macro with any sources: that of the declaration, of the attribute, and of what is around them,
/// separated by bytes that no text contains.
let fuzzMacros: Target = { bytes in
  let parts = bytes.dropFirst().split(separator: 0xFF, omittingEmptySubsequences: false)
    .map { String(decoding: $0, as: UTF8.self) }
  let sources = [
    "declaration": parts[0],
    "attribute": parts.count > 1 ? parts[1] : "@Provided",
  ]
  func syntax(_ name: String) -> HostMessage.Syntax {
    HostMessage.Syntax(sources[name] ?? "", fileName: name, offset: offset, line: 7)
  }
  // `P` is `@Provided`, and `Q` is `#factory`.
  let typeNames = ["FactoryMacro", "ProvidedInitializerMacro", "ProvidedMacro"]
  let typeName = typeNames[Int(bytes.first ?? 0) % typeNames.count]
  let message: HostMessage
  if typeName.hasPrefix("Provided") {
    var use = HostMessage.AttachedMacro(typeName, syntax("attribute"), syntax("declaration"))
    use.conformanceListSyntax = HostMessage.Syntax("FactoryDeclaring", fileName: "list")
    use.lexicalContext = parts.dropFirst(2).map { HostMessage.Syntax($0, fileName: "context") }
    message = .expandAttachedMacro(use)
  } else {
    message = .expandFreestandingMacro(.init(typeName, syntax("declaration")))
  }
  let handler = MessageHandler()
  guard case .expandMacroResult(let source, let diagnostics) = handler.answer(to: message)
  else { fatalError("another answer") }
  require((source == nil) == !diagnostics.isEmpty, "an expansion with errors, or none without")
  for diagnostic in diagnostics {
    for position in [diagnostic.position] + diagnostic.notes.map(\.position) {
      let length = sources[position.fileName]?.utf8.count ?? -1
      require(
        (offset...offset + max(length, 0)).contains(position.offset) && length >= 0,
        "the offset \(position.offset) in \(position.fileName)")
    }
  }
}

/// The place of each source in its file.
private let offset = 1_000
