extension SyntaxRules {
  /// A character that looks like a space or a colon, where YAML requires the real one.
  static let lookalike: Rule = { site in
    let line = site.line(at: site.offset)
    let start = site.problem.contextOffset.map { site.line(at: min($0, site.bytes.count)) }
    let suspects = [start, site.contentLine(above: line), line].compactMap(\.self)
    let isSuspect = suspects.contains { !LookalikeLine(site.bytes, $0).found.isEmpty }
    // If one breaks the text, the others of its file are errors too.
    let found =
      isSuspect ? LookalikeLine.all(in: site.bytes) : nextToStop(site).map { [$0] } ?? []
    guard let first = found.first else { return nil }
    return site.finding(
      LookalikeFindings.message(first), at: first.lookalike.range, LookalikeFindings.label
    )
    .fix(LookalikeFindings.fixIt(found))
  }

  /// Returns one after a tag or a key inside brackets, in the middle of a line.
  private static func nextToStop(_ site: SyntaxSite) -> LookalikeLine.Found? {
    if let next = Lookalike(in: site.bytes, at: site.offset), next.isSpace,
      site.problem.context == "while scanning a tag"
    {
      return .init(lookalike: next, place: .separator, replacement: " ")
    }
    guard let last = Lookalike(in: site.bytes, before: site.offset) else { return nil }
    if last.isColon { return .init(lookalike: last, place: .colon, replacement: ": ") }
    let before = site.bytes[..<last.range.lowerBound].last
    guard before == UInt8(ascii: ":") else { return nil }
    return .init(lookalike: last, place: .separator, replacement: " ")
  }
}
