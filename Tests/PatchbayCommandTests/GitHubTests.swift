import PatchbayCommand
import PatchbayDiagnostics
import TestSupport
import Testing

@Suite("As commands for GitHub")
struct GitHubTests {
  @Test("a diagnostic has its place, its notes and its fix-its")
  func example() {
    #expect(
      CIReport.gitHub([ExampleDiagnostics.missingArgument]) == """
        ::error file=Config/services.yaml,line=15,endLine=15,col=5,endColumn=14,\
        title=missing-argument::`SMTPMailer` needs the argument `from`, which `mailer` does not give\
        %0Anote: declared at Sources/App/Catalog.swift:18: SMTPMailer(host: String, from: String, \
        port: Int = 587)%0Ahelp: add the argument%0A  + from: <String>
        """)
  }

  @Test("only a place on one line of a file has columns, and a place in Swift is in the message")
  func places() {
    #expect(
      CIReport.gitHub(CIExamples.places, repositoryPath: { "sub/" + $0 }) == """
        ::warning file=sub/Config/a%2Cb%3Ac.yaml,line=3,endLine=3,col=3,endColumn=4,title=unused-service::m
        ::warning file=sub/Config/a%2Cb%3Ac.yaml,line=3,endLine=4,title=unused-service::m
        ::warning title=unused-service::T/T.swift:4, line 1:4: m
        ::warning title=unused-service::A/B.swift:3: m
        ::warning file=sub/f.yaml,title=unused-service::m
        ::warning title=unused-service::m
        """)
  }

  @Test("no text begins a command, ends a property or a line, or acts on a terminal")
  func hostile() throws {
    let text = CIReport.gitHub([CIExamples.hostile])
    let data = """
      ::error::x\\n## [group]g %250A a,b:c a,\u{301}b:\u{301} | `c` @team #12 me@a.example \
      https://a.example **b** <b>&amp;"' ]]> --> \\| \\u{1B}[31m\\u{202E}\\u{0}\u{FFFE}é
      """
    // Compared by bytes: strings are equal also where only the form of their letters differs.
    var property = ""
    for scalar in data.unicodeScalars {
      switch scalar {
      case ":": property += "%3A"
      case ",": property += "%2C"
      default: property.unicodeScalars.append(scalar)
      }
    }
    let expected = """
      ::error file=\(property),line=1,endLine=1,col=4,endColumn=5,title=unknown-field::\(data)\
      %0Anote: \(data)%0Ahelp: \(data)%0A  + \(data)
      """
    #expect(text.utf8.elementsEqual(expected.utf8), "\(text)")
  }

  @Test("an applied fix is a notice of its place, whatever its texts are")
  func fixed() {
    let file = SourceFile(
      name: "Config/a,b.yaml", bytes: Array("a: 1".utf8), path: "Config/a,b.yaml")
    let diagnostic = Diagnostic(
      .unknownField, "x\n::error::y", labels: [file.label(1, "a")],
      fixIts: [.init("f", edits: [.init(file.span(1, "a"), "b")], isCertain: true)])
    let applier = FixItApplier([diagnostic])
    #expect(
      applier.applied.map { CIReport.gitHub($0, repositoryPath: { "sub/" + $0 }) } == [
        "::notice file=sub/Config/a%2Cb.yaml,line=1,endLine=1,col=1,endColumn=2,"
          + "title=fixed unknown-field::x\\n::error::y"
      ])
  }

  @Test("what is beyond the limit is counted; nothing is no command")
  func limit() {
    let diagnostics = (1...3).map { Diagnostic(.unknownType, "\($0)") }
    #expect(
      CIReport.gitHub(diagnostics, limit: 1) == """
        ::error title=unknown-type::1
        ::notice::and 2 more
        """)
    #expect(CIReport.gitHub(diagnostics, limit: -1) == "::notice::and 3 more")
    #expect(CIReport.gitHub([]) == "")
  }
}
