import PatchbayDiagnostics

extension SyntaxRules {
  /// Text after `...`, which libyaml rejects without a `---` before it.
  static let severalDocuments: Rule = { site in
    guard site.problem.message == "did not find expected <document start>" else { return nil }
    guard let above = site.contentLine(above: site.line(at: site.offset)),
      site.bytes[above].starts(with: "...".utf8)
    else { return nil }
    return DocumentFindings.several(at: site.word(from: site.offset))
  }
}
