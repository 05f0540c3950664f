extension SyntaxRules {
  private static let cannotStart = "found character that cannot start any token"

  private static func message(_ character: String) -> String {
    "\(character) cannot start an unquoted YAML value"
  }

  /// `@pool`, as other frameworks write a reference.
  static let reference: Rule = { site in
    guard site.problem.message == cannotStart, site.isAt("@") else { return nil }
    let value = site.value(from: site.offset)
    let name = value.lowerBound + 1..<value.upperBound
    return site.finding(message("`@`"), at: value)
      .fix(site.bytes[name].isKey ? site.text(name).map { .reference($0, at: value) } : nil)
      .fix(site.quoting(value))
  }

  /// `%name%`, as other frameworks write a parameter.
  static let parameter: Rule = { site in
    guard site.problem.message == cannotStart, site.isAt("%") else { return nil }
    let value = site.value(from: site.offset)
    return site.finding(message("`%`"), at: value)
      .fix(
        site.text(value).flatMap(interpolation).map {
          .init("to use \($0.words), write `\($0.text)`", replacing: value, with: $0.text)
        }
      )
      .fix(site.quoting(value))
  }

  /// Returns the replacement of `%name%` and `%env(NAME)%`.
  private static func interpolation(for text: String) -> (words: String, text: String)? {
    guard text.utf8.count > 2, text.hasSuffix("%") else { return nil }
    let name = text.dropFirst().dropLast()
    if name.utf8.isKey { return ("the parameter `\(name)`", "$(\(name))") }
    guard name.hasPrefix("env("), name.hasSuffix(")") else { return nil }
    let variable = name.dropFirst(4).dropLast()
    guard variable.utf8.isKey else { return nil }
    return ("the environment variable `\(variable)`", "$(env:\(variable))")
  }

  /// A backtick, and the block indicators inside brackets.
  static let reservedCharacter: Rule = { site in
    guard site.problem.message == cannotStart else { return nil }
    let value = site.value(from: site.offset)
    if site.isAt("`") {
      return site.finding(message("a backtick"), at: value).fix(site.quoting(value))
    }
    guard site.isAt(anyOf: "|>"), let mark = site.text(site.offset..<site.offset + 1) else {
      return nil
    }
    return site.finding(
      "`\(mark)` cannot start an unquoted value inside `{ }` or `[ ]`", at: value
    )
    .fix(site.quoting(value))
  }
}
