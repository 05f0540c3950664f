extension DiagnosticCode {
  /// Returns the address of the code's page below that of the documentation of Patchbay.
  func page(below documentation: String) -> String {
    documentation.utf8.last == UInt8(ascii: "/")
      ? documentation + name : "\(documentation)/\(name)"
  }
}
