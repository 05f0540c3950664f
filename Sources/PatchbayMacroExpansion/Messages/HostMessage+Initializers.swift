// The compiler's messages are decoded. These are for those that tests make.

extension HostMessage.FreestandingMacro {
  package init(_ typeName: String, _ syntax: HostMessage.Syntax) {
    (macro, self.syntax) = (.init(typeName: typeName), syntax)
  }
}

extension HostMessage.AttachedMacro {
  package init(
    _ typeName: String, _ attribute: HostMessage.Syntax, _ declaration: HostMessage.Syntax
  ) {
    (macro, attributeSyntax, declSyntax) = (.init(typeName: typeName), attribute, declaration)
  }
}

extension HostMessage.Syntax {
  package init(_ source: String, fileName: String, offset: Int = 0, line: Int = 1) {
    self.source = source
    location = .init(fileID: "App/\(fileName)", fileName: fileName, offset: offset, line: line)
  }
}
