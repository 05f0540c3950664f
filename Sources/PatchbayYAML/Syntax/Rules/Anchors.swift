extension SyntaxRules {
  private static let noName = "did not find expected alphabetic or numeric character"

  /// `glob: *.yaml`: a star begins an alias.
  static let pattern: Rule = { site in
    guard site.problem.message == noName, site.problem.context == "while scanning an alias",
      let start = site.problem.contextOffset
    else { return nil }
    let value = site.value(from: start)
    let name = value.lowerBound + 1..<value.upperBound
    // `*.yaml` can only be a pattern.
    let isName = site.bytes[name].isKey && site.bytes[name].first != UInt8(ascii: ".")
    return site.finding("`*` at the start of an unquoted value names a YAML alias", at: value)
      .fix(isName ? site.text(name).map { .reference($0, at: value) } : nil)
      .fix(site.quote(value, "to write a pattern, quote it"))
  }

  /// `&` without a name.
  static let brokenAnchor: Rule = { site in
    guard site.problem.message == noName, let start = site.problem.contextOffset else {
      return nil
    }
    let value = site.value(from: start)
    return site.finding("`&` at the start of an unquoted value names a YAML anchor", at: value)
      .fix(site.quoting(value))
  }
}

extension Finding.FixIt {
  /// Returns the fix-it for another sign in place of a reference to a service.
  static func reference(_ key: String, at range: Range<Int>) -> Self {
    .init(
      "to refer to the service `\(key)`, write a `!ref` reference",
      replacing: range, with: "!ref \(key)")
  }
}
