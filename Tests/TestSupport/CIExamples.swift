package import PatchbayDiagnostics

/// Diagnostics with every kind of place, and one whose texts try to be more than text.
package enum CIExamples {
  package static let places: [Diagnostic] = {
    let file = sourceText("Config/a,b:c.yaml", [3: "  a: |", 4: "    b"])
    let inline = sourceText("a: 1", swift: .init(fileID: "T/T.swift", line: 4))
    let places: [SourcePlace?] = [
      .span(file.span(3, "a")), .span(file.span(3, "|\n    b")), .span(inline.span(1, "1")),
      .swift(.init(fileID: "A/B.swift", line: 3)), .file("f.yaml"), nil,
    ]
    return places.map { place in
      Diagnostic(.unusedService, severity: .warning, "m", labels: place.map { [.init($0)] } ?? [])
    }
  }()

  package static let evil = """
    ::error::x
    ##[group]g %0A a,b:c a,\u{301}b:\u{301} | `c` @team #12 me@a.example https://a.example **b** \
    <b>&amp;"' ]]> --> \\| \u{1B}[31m\u{202E}\u{0}\u{FFFE}é
    """

  package static var hostile: Diagnostic {
    let file = sourceText("a: 1", name: evil)
    return Diagnostic(
      .unknownField, evil, labels: [file.label(1, "1", evil)], notes: [evil],
      fixIts: [.init(evil, edits: [.init(file.span(1, "1"), evil)], suggestion: evil)])
  }
}
