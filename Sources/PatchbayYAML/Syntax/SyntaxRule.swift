import PatchbayDiagnostics

/// What is said about one kind of syntax error.
///
/// A rule applies if libyaml reports one of its problems, in its context and at one of its
/// characters, and if its place is in the text. Texts may hold `{stop}`, the character at which
/// libyaml stopped, `{open}`, the bracket or quote of the context, `{close}`, what closes that, and
/// `{text}`, the text at the place.
struct SyntaxRule {
  /// A range that a ``SyntaxSite`` finds next to the error; nil if there is none.
  typealias Place = any KeyPath<SyntaxSite, Range<Int>?> & Sendable

  /// What libyaml's message begins with: one of these, or anything.
  var problems: [String] = []
  /// libyaml's description of what it was reading; nil for any.
  var context: String?
  /// The characters one of which libyaml stopped at; nil for any.
  var at: StaticString?
  /// The primary place.
  var place: Place
  var message: String
  var label = "parsing stops here"
  /// Other places that take part, with their labels.
  var others: [(place: Place, label: String)] = []
  var fixes: [Fix] = []

  enum Fix {
    case say(String)
    /// Said only if no other fix is possible.
    case otherwise(String)
    /// Replaces the text at the primary place.
    case replace(String, with: String, isCertain: Bool = false)
    /// Writes a text at another place, which may be empty.
    case write(String, String, at: Place)
    /// Says how to quote the text at the primary place.
    case quoting
    /// Quotes the text at a place.
    case quote(String, Place)
    /// Writes a reference in place of a sign and a key.
    case reference
    /// What depends on the text in another way.
    case of(any KeyPath<SyntaxSite, Diagnostic.FixIt?> & Sendable)
  }

  /// Returns what is reported for an error; with libyaml's own words if no rule recognizes it.
  static func diagnostic(for site: SyntaxSite) -> Diagnostic {
    if let found = site.secondDocument ?? site.tooLongKey { return found }
    if let found = site.unusualBlanks { return found.note(site.note) }
    for rule in inOrder {
      if let found = rule.diagnostic(for: site) { return found }
    }
    return Diagnostic(
      .yamlSyntax, "the YAML syntax breaks here",
      at: site.file.place(site.value(from: site.offset)), "parsing stops here"
    )
    .label(site.opening.map(site.file.place), site.problem.context ?? "").note(site.note)
  }

  /// Returns what is reported for an error; nil if the rule does not recognize it.
  private func diagnostic(for site: SyntaxSite) -> Diagnostic? {
    guard problems.isEmpty || problems.contains(where: site.problem.message.hasPrefix),
      context == nil || context == site.problem.context,
      at.map(site.isAt(anyOf:)) ?? true, let range = site[keyPath: place]
    else { return nil }
    var found = Diagnostic(
      .yamlSyntax, site.filled(message, range), at: site.file.place(range),
      site.filled(label, range)
    ).note(site.note)
    for other in others {
      found = found.label(site[keyPath: other.place].map(site.file.place), other.label)
    }
    for fix in fixes {
      if case .otherwise = fix, !found.fixIts.isEmpty { continue }
      found = found.fix(site.fixIt(fix, range))
    }
    return found
  }
}

extension SyntaxSite {
  var note: String { "libyaml: \(problem.message)" }

  /// Returns a text of a rule with its names replaced.
  func filled(_ text: String, _ range: Range<Int>) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    let open = opening.flatMap { bytes[$0].first } ?? 0x20
    let close = "[{".utf8.contains(open) ? BracketScanner.closing(for: open) : open
    let character = { (byte: UInt8) in String(UnicodeScalar(byte)) }
    var result = text
    // The text of the file comes last, because it may hold these names, too.
    for (name, value) in [
      ("{open}", character(open)), ("{close}", character(close)),
      ("{stop}", byte.map(character) ?? ""),
      ("{text}", self.text(range).map { "`\($0)`" } ?? "this"),
    ] {
      if let place = result.firstRange(ofText: name) { result.replaceSubrange(place, with: value) }
    }
    return result
  }

  func fixIt(_ fix: SyntaxRule.Fix, _ range: Range<Int>) -> Diagnostic.FixIt? {
    switch fix {
    case .say(let words), .otherwise(let words): .init(words)
    case .replace(let words, let text, let isCertain):
      .init(
        filled(words, range), replacing: file.place(range), with: filled(text, range),
        isCertain: isCertain)
    case .write(let words, let text, let place):
      self[keyPath: place].map {
        .init(filled(words, range), replacing: file.place($0), with: filled(text, range))
      }
    case .quoting:
      text(range).map {
        .init("if the text \"\($0)\" is meant, quote it: \(ScalarText.doubleQuoted($0))")
      }
    case .quote(let words, let place):
      self[keyPath: place].flatMap { place in
        text(place).map {
          .init(words, replacing: file.place(place), with: ScalarText.doubleQuoted($0))
        }
      }
    case .reference: reference(range)
    case .of(let path): self[keyPath: path]
    }
  }
}
