import PatchbayDiagnostics

extension SyntaxRules {
  /// Text after `...`, which libyaml rejects without a `---` before it.
  static let severalDocuments: Rule = { site in
    guard site.problem.message == "did not find expected <document start>",
      let above = site.contentLine(above: site.line(at: site.offset)),
      site.bytes[above].starts(with: "...".utf8)
    else { return nil }
    return .severalDocuments(at: site.word(from: site.offset))
  }

  /// `{, }`: a comma with nothing before it.
  static let missingValue: Rule = { site in
    guard site.problem.message == "did not find expected node content" else { return nil }
    let found = site.character(at: site.offset)
    let name = site.text(found).flatMap { $0.isEmpty ? nil : " before `\($0)`" } ?? ""
    return site.finding("a value is missing\(name)", at: found, "expected a value")
  }

  /// `a: ? b`.
  static let questionMark: Rule = { site in
    guard site.problem.message == "mapping keys are not allowed in this context" else { return nil }
    let value = site.value(from: site.offset)
    return site.finding(
      "`? ` at the start of an unquoted value begins a YAML key", at: value
    )
    .fix(site.quoting(value))
  }

  /// `&a *b` and `!tag *b`.
  static let propertyOfAlias: Rule = { site in
    guard site.problem.message.hasPrefix("did not find expected"), site.isAt("*"),
      !site.isFirstOnLine(site.offset)
    else { return nil }
    return site.finding(
      "an alias cannot have a YAML tag or an anchor", at: site.word(from: site.offset), "an alias")
  }

  /// `&a &b x`.
  static let twoProperties: Rule = { site in
    guard site.problem.message.hasPrefix("did not find expected"), site.isAt(anyOf: "&!") else {
      return nil
    }
    return site.finding(
      "a value has at most one YAML tag and one anchor", at: site.word(from: site.offset),
      "one too many")
  }
}

extension Finding {
  static func severalDocuments(at range: Range<Int>) -> Finding {
    Finding(
      .severalDocuments, "the file holds more than one YAML document", at: range,
      "the second document begins here"
    )
    .fix("keep one document, and move the other to a file of its own")
  }
}
