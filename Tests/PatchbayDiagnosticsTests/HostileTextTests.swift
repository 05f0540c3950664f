import PatchbayDiagnostics
import TestSupport
import Testing

@Suite("Nothing in a rendered diagnostic")
struct HostileTextTests {
  @Test("shows what is secret, and the carets stay right")
  func redaction() {
    let file = sourceText("db: { password: hunter2, size: x }\n", redacted: ["hunter2"])
    let text = TerminalRenderer().render(
      Diagnostic(
        .argumentType, "m", labels: [file.label(1, "x", "here")],
        fixIts: [.init("do", edits: [.init(file.span(1, "x"), "1")])]))
    #expect(
      text == """
        error[argument-type]: m
         --> Config/services.yaml:1:32
          |
        1 | db: { password: [secret], size: x }
          |                                 ^ here
          |
        help: do
            - db: { password: [secret], size: x }
            + db: { password: [secret], size: 1 }
        """)
    let marked = TerminalRenderer().render(
      Diagnostic(.argumentType, "m", labels: [file.label(1, "unter", "this")]))
    #expect(
      marked.hasSuffix(
        """
        1 | db: { password: [secret], size: x }
          |                 ^^^^^^^^ this
        """))
  }

  @Test("shows a literal that it asks to mark as secret")
  func literalSecret() {
    let file = sourceText([2: "  db: { user: app, password: hunter2 }"])
    let value = file.span(2, "hunter2")
    value.hide()
    let start = SourceSpan(file, value.range.lowerBound..<value.range.lowerBound)
    let text = TerminalRenderer().render(
      Diagnostic(
        .literalSecret, severity: .warning, "m",
        labels: [.init(.span(value), "not marked `!secret`"), file.label(2, "password")],
        fixIts: [.init("mark it", edits: [.init(start, "!secret ")])]))
    #expect(
      text == """
        warning[literal-secret]: m
         --> Config/services.yaml:2:30
          |
        2 |   db: { user: app, password: [secret] }
          |                    --------  ^^^^^^^^ not marked `!secret`
          |
        help: mark it
            - db: { user: app, password: [secret] }
            + db: { user: app, password: !secret [secret] }
        """)
  }

  @Test("hides such a literal next to another mistake on its line")
  func literalSecretNextToAnotherMistake() {
    let file = sourceText([2: "  db: { usr: app, password: hunter2, token: hunter3 }"])
    let others = ["hunter2", "hunter3"].map {
      Diagnostic(.literalSecret, severity: .warning, "m", labels: [file.label(2, $0)])
    }
    ["hunter2", "hunter3"].map { file.span(2, $0) }.hide()
    let text = TerminalRenderer(limit: 1).render(
      [Diagnostic(.unknownField, "m", labels: [file.label(2, "usr")])] + others)
    #expect(
      text == """
        error[unknown-field]: m
         --> Config/services.yaml:2:9
          |
        2 |   db: { usr: app, password: [secret], token: [secret] }
          |         ^^^

        and 2 more
        """)
  }

  @Test("shows what a file hides, before or after a diagnostic of it is made")
  func hidden() {
    let text = "a: one1 two2 three3"
    let file = SourceFile(name: "s.yaml", bytes: Array(text.utf8))
    func span(_ range: Range<Int>) -> SourceSpan { SourceSpan(file, range) }
    func diagnostic(_ message: String) -> Diagnostic {
      Diagnostic(
        .unknownField, message, labels: [.init(.span(span(0..<1)), "here")],
        fixIts: [.init("change it", edits: [.init(span(0..<1), "b")])])
    }
    let first = diagnostic("first")
    span(3..<7).hide()
    [span(8..<12), span(3..<7)].hide()
    for diagnostic in [first, diagnostic("second")] {
      let text = TerminalRenderer().render(diagnostic)
      #expect(text.contains("1 | a: [secret] [secret] three3"))
      #expect(text.contains("+ b: [secret] [secret] three3"))
    }
  }

  @Test("shows a secret in which another one lies, or that follows at once")
  func nested() {
    let text = "a: outerinnerouter-next end"
    let file = SourceFile(name: "s.yaml", bytes: Array(text.utf8), redactions: [3..<18])
    func span(_ range: Range<Int>) -> SourceSpan { SourceSpan(file, range) }
    let diagnostic = Diagnostic(.unknownField, "m", labels: [.init(.span(span(0..<1)))])
    span(8..<13).hide()
    span(18..<23).hide()
    #expect(TerminalRenderer().render(diagnostic).contains("1 | a: [secret] end"))
  }

  @Test("shows what another load of the same text hides")
  func hiddenByAnEqualFile() {
    let (first, second) = (sourceText("a: hunter2"), sourceText("a: hunter2"))
    second.span(1, "hunter2").hide()
    let diagnostics = [first, second].map {
      Diagnostic(.unknownField, "m", labels: [$0.label(1, "a")])
    }
    #expect(first !== second && first.hiddenRanges.isEmpty)
    for text in [
      TerminalRenderer(limit: 1).render(diagnostics), TerminalRenderer().render(diagnostics),
    ] { #expect(text.contains("1 | a: [secret]") && !text.contains("hunter2")) }
  }

  @Test("shows what threads hide at the same time")
  func hiddenByThreads() async {
    let file = SourceFile(name: "s.yaml", bytes: Array(repeating: 0x61, count: 256))
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<128 {
        group.addTask {
          SourceSpan(file, 2 * number..<2 * number + 1).hide()
          #expect(file.hiddenRanges.contains(2 * number..<2 * number + 1))
        }
      }
    }
    #expect(file.hiddenRanges == (0..<128).map { 2 * $0..<2 * $0 + 1 })
  }

  @Test("shows any line of a secret over several lines")
  func redactionOverLines() {
    let file = sourceText("a: |\n  one\n  two\nb: x\n", redacted: ["|\n  one\n  two\n"])
    let text = TerminalRenderer().render(
      Diagnostic(
        .argumentType, "m",
        labels: [
          file.label(1, "a"), file.label(2, "one"), file.label(3, "two"), file.label(4, "b"),
        ],
        fixIts: [.init("do", edits: [.init(SourceSpan(file, 0..<file.bytes.count), "c")])]))
    #expect(!text.contains("one") && !text.contains("two"))
    #expect(text.contains("2 | [secret]\n"))
  }

  @Test("acts on the terminal, whichever field it is in")
  func controls() {
    let evil = "a\u{1B}[31m\u{202E}\u{0}\u{9B}\u{200B}\r\u{2028}b"
    let shown = "a\\u{1B}[31m\\u{202E}\\u{0}\\u{9B}\\u{200B}\\r\\u{2028}b"
    let file = sourceText("k: '\(evil.filter { $0 != "\r" })' z\n", name: evil)
    let diagnostic = Diagnostic(
      .unknownField, evil, labels: [file.label(1, "z", evil), .init(.file(evil), evil)],
      notes: [evil],
      fixIts: [.init(evil, edits: [.init(file.span(1, "z"), evil)], suggestion: evil)],
      requestedBy: [.init(evil, .file(evil))])
    let text = TerminalRenderer().render(diagnostic)
    let unsafe = text.unicodeScalars.filter { scalar in
      scalar != "\n"
        && [.control, .format, .lineSeparator].contains(scalar.properties.generalCategory)
    }
    #expect(unsafe.isEmpty)
    #expect(text.hasPrefix("error[unknown-field]: \(shown)\n"))
    let line = OneLineRenderer().render(diagnostic)
    #expect(line.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
    #expect(line.hasPrefix("\(shown):1:"))
  }

  @Test("escapes what is invisible with its width in columns")
  func escapeWidth() {
    let file = sourceText("a\u{202E}b: x")
    #expect(
      TerminalRenderer().render(Diagnostic(.unknownField, "m", labels: [file.label(1, "x")]))
        .hasSuffix("1 | a\\u{202E}b: x\n  |             ^"))
  }

  @Test("looks like an ordinary space and is none; a note names what a message repeats of it")
  func unusualSpaces() {
    let file = sourceText("a: \u{A0}b\u{3000}c")
    var collector = DiagnosticCollector()
    collector.add(
      Diagnostic(.unknownType, "no `\u{A0}b\u{3000}c`, `\u{A0}`", labels: [file.label(1, "c")]))
    #expect(
      TerminalRenderer().render(collector.diagnostics) == """
        error[unknown-type]: no `\\u{A0}b\\u{3000}c`, `\\u{A0}`
         --> Config/services.yaml:1:7
          |
        1 | a: \\u{A0}b\\u{3000}c
          |                   ^
          |
          = note: `\\u{A0}` is U+00A0 NO-BREAK SPACE
          = note: `\\u{3000}` is U+3000 IDEOGRAPHIC SPACE
        """)
  }

  @Test("has a letter that only looks like one of ASCII; a note names those next to one of ASCII")
  func otherAlphabets() {
    func notes(_ message: String) -> [String] {
      var collector = DiagnosticCollector()
      collector.add(Diagnostic(.unknownField, message, at: .file("f")))
      return collector.diagnostics.flatMap(\.notes)
    }
    #expect(
      notes("no field `t\u{443}pe`, `t\u{443}pe`, `\u{391}b`") == [
        "`\u{443}` is U+0443 CYRILLIC SMALL LETTER U",
        "`\u{391}` is U+0391 GREEK CAPITAL LETTER ALPHA",
      ])
    #expect(notes("no `\u{43A}\u{43B}\u{44E}\u{447}`, `é`, `1\u{443}`") == [])
  }

  @Test("is cut in a way that leaves bytes that are not UTF-8 out")
  func invalidBytes() {
    let file = SourceFile(name: "f", bytes: [0x61, 0xFF, 0xE6, 0x97, 0x3A, 0x20, 0x78])
    let span = SourceSpan(file, 6..<7)
    #expect(
      TerminalRenderer().render(Diagnostic(.unknownField, "m", labels: [.init(.span(span))]))
        .hasSuffix("1 | a\u{FFFD}\u{FFFD}: x\n  |      ^"))
  }

  @Test("makes it longer than 4 KiB", arguments: [false, true])
  func size(hasEdits: Bool) {
    let long = String(repeating: "\u{1F600}n\u{301}\u{302}\u{303}\u{1}", count: 3_000)
    let lines = (1...400).map { "k\($0): \(long.prefix(90))" }.joined(separator: "\n")
    let file = sourceText(lines, name: long)
    let labels = (1...400).map { file.label($0, "k\($0)", long) }
    let text = TerminalRenderer().render(
      Diagnostic(
        .dependencyCycle, long, labels: labels, notes: Array(repeating: long, count: 99),
        fixIts: (1...99).map { line in
          .init(long, edits: hasEdits ? [.init(file.span(line, "k\(line)"), long)] : [])
        },
        requestedBy: (1...200).map { _ in .init(long, .file(long)) }))
    #expect(text.utf8.count < 4_096)
    #expect(text.utf8.starts(with: "error[dependency-cycle]: \u{1F600}n".utf8))
    #expect(
      OneLineRenderer().render(Diagnostic(.dependencyCycle, long, labels: labels)).utf8.count
        < 4_096
    )
  }

  @Test("counts what it leaves out of a long cycle")
  func manyPlaces() {
    let file = sourceText((1...50).map { "k\($0):" }.joined(separator: "\n"))
    let text = TerminalRenderer().render(
      Diagnostic(
        .dependencyCycle, "m", labels: (1...50).map { file.label($0, "k\($0)", "\($0)") },
        requestedBy: (1...50).map { .init("s\($0)", nil) }))
    #expect(text.hasSuffix("\n   = note: 34 more places took part"))
    #expect(text.contains("requested by: s1 -> s2 -> s3 -> s4 -> s5 -> s6 -> (39 more) -> s46"))
  }

  @Test("goes on after a hundred, but the rest is counted")
  func limit() {
    let all = (1...117).map { Diagnostic(.unknownField, "number \($0)") }
    let text = TerminalRenderer().render(all)
    #expect(text.hasSuffix("error[unknown-field]: number 100\n\nand 17 more"))
    #expect(
      OneLineRenderer(limit: 2).render(all).hasSuffix("number 2 [unknown-field]\nand 115 more"))
    #expect(TerminalRenderer(limit: -1).render(all) == "and 117 more")
    #expect(TerminalRenderer(limit: 117).render(all).hasSuffix("number 117"))
  }
}
