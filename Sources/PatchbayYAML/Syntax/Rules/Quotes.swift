extension SyntaxRules {
  /// A quote that is never closed.
  static let unclosedQuote: Rule = { site in
    guard site.problem.context == "while scanning a quoted scalar",
      let start = site.problem.contextOffset, start < site.bytes.count
    else { return nil }
    let quote = site.bytes[start] == UInt8(ascii: "'") ? "'" : "\""
    let end = endOfQuoted(site, start)
    return site.finding(
      "this quote is never closed", at: start..<start + 1, "opened here"
    )
    .fix("close it with `\(quote)`", replacing: end..<end, with: quote)
  }

  /// Returns the offset where a quote was probably meant to be closed: at the end of its line, or
  /// before what closes the brackets that are open at its start.
  private static func endOfQuoted(_ site: SyntaxSite, _ start: Int) -> Int {
    let line = site.line(at: start)
    var content = site.trimmed(start..<line.upperBound)
    let open = BracketScanner.openBrackets(in: site.bytes, line.lowerBound..<start)
    for bracket in open {
      guard let last = site.bytes[content].last,
        last == BracketScanner.closing(for: site.bytes[bracket]), content.count > 1
      else { break }
      content = site.trimmed(content.lowerBound..<content.upperBound - 1)
    }
    return content.upperBound
  }

  /// `'it's'`, and a quote that the next one further down closed.
  static let textAfterQuote: Rule = { site in
    guard site.problem.message.hasPrefix("did not find expected"), let scalar = site.lastScalar,
      scalar.upperBound <= site.offset, !site.isFirstOnLine(site.offset),
      !site.isAt(anyOf: "]}"), scalar.count > 1,
      site.bytes[scalar.upperBound..<site.offset].allSatisfy(isBlank)
    else { return nil }
    let quote = site.bytes[scalar.upperBound - 1]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    let line = site.line(at: site.offset)
    guard site.offset < line.upperBound else { return nil }
    let firstLine = site.line(at: scalar.lowerBound)
    let end = endOfQuoted(site, scalar.lowerBound)
    return site.finding(
      "text follows a quoted value", at: site.trimmed(site.offset..<line.upperBound),
      "this follows the closing quote"
    )
    .label(scalar.lowerBound..<scalar.lowerBound + 1, "the quotes open here")
    .fix(
      firstLine.upperBound < scalar.upperBound
        ? .init(
          "close the quotes on the line they open on",
          replacing: end..<end, with: String(UnicodeScalar(quote)))
        : nil
    )
    .fix(
      quote == UInt8(ascii: "'")
        ? "to write `'` inside single quotes, double it: `''`"
        : "to write `\"` inside double quotes, put a backslash before it: `\\\"`")
  }

  /// A backslash in double quotes that begins no valid escape.
  static let escape: Rule = { site in
    guard site.problem.context == "while parsing a quoted scalar" else { return nil }
    // libyaml stops at the backslash, or after the letter that follows it.
    let isBehind =
      !site.isAt("\\") && site.offset >= 2
      && site.bytes[site.offset - 2] == UInt8(ascii: "\\")
    let start = isBehind ? site.offset - 2 : site.offset
    let range = start..<max(start, site.character(at: start + 1).upperBound)
    let name = site.text(range).map { "`\($0)`" } ?? "this"
    switch site.problem.message {
    case "found unknown escape character":
      return site.finding(
        "\(name) is no escape in double quotes", at: range, "unknown escape"
      )
      .fix(
        "for a backslash, double it, or write the text in single quotes",
        replacing: start..<start + 1, with: "\\\\")
    case "did not find expected hexdecimal number":
      let digits = ["x": 2, "u": 4, "U": 8][String(name.dropFirst(2).dropLast())] ?? 2
      return site.finding(
        "\(name) wants \(digits) hexadecimal digits behind it", at: range, "unfinished escape")
    default:
      return site.finding(
        "\(name) and its digits name no Unicode character", at: range, "no character")
    }
  }
}
