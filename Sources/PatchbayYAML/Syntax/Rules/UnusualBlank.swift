extension SyntaxRules {
  /// A space that YAML reads as text, where it needs a blank.
  static let unusualBlank: Rule = { site in
    let line = site.line(at: site.offset)
    let start = site.problem.contextOffset.map { min($0, site.bytes.count) }
    let word = site.bytes[line.lowerBound..<site.offset].lastIndex {
      isBlank($0) || ",[{".utf8.contains($0)
    }
    let parts = [
      start.map(site.line), start.map { $0..<site.line(at: $0).upperBound },
      word.map { $0 + 1..<site.offset }, site.contentLine(above: line), line,
    ]
    for part in parts {
      guard let part, let finding = UnusualBlanks(in: site.bytes, part).finding else { continue }
      return finding.note("libyaml: \(site.problem.message)")
    }
    return nil
  }
}
