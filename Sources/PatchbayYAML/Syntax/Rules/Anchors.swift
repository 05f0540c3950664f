extension SyntaxRules {
  private static let noName = "did not find expected alphabetic or numeric character"

  /// `glob: *.yaml`: a star begins an alias.
  static let pattern: Rule = { site in
    guard site.problem.message == noName, site.problem.context == "while scanning an alias",
      let start = site.problem.contextOffset
    else { return nil }
    let value = site.value(from: start)
    var fixIts: [Finding.FixIt] = []
    let name = value.lowerBound + 1..<value.upperBound
    // `*.yaml` can only be a pattern.
    if site.bytes[name].isKey, site.bytes[name].first != UInt8(ascii: "."),
      let text = site.text(name)
    {
      fixIts.append(AliasFindings.reference(text, at: value))
    }
    if let text = site.text(value) {
      fixIts.append(
        .init(
          message: "to write a pattern, quote it",
          edits: [.init(range: value, replacement: site.quoted(text))]))
    }
    return site.finding(
      "`*` at the start of an unquoted value names a YAML alias", at: value, fixIts: fixIts)
  }

  /// `&` without a name.
  static let brokenAnchor: Rule = { site in
    guard site.problem.message == noName, let start = site.problem.contextOffset else {
      return nil
    }
    let value = site.value(from: start)
    return site.finding(
      "`&` at the start of an unquoted value names a YAML anchor", at: value,
      fixIts: site.quoting(value).map { [$0] } ?? [])
  }
}
