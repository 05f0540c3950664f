import PatchbayDiagnostics

/// Findings about a text of more than one document.
enum DocumentFindings {
  static func several(at range: Range<Int>) -> Finding {
    Finding(
      .severalDocuments, "the file holds more than one YAML document", at: range,
      "the second document begins here",
      fixIts: [.init(message: "keep one document, and move the other to a file of its own")])
  }
}
