import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics
import Testing

@Suite("Every line ending, with and without a byte order mark, gives the same plan")
struct LineEndingTests {
  /// How a file marks the ends of its lines.
  enum Ending: String, CaseIterable, Sendable {
    case lf, crlf, cr
    /// One after the other in the same file.
    case mixed

    func applied(to text: String) -> String {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      var result = ""
      for (index, line) in lines.enumerated() {
        result += line
        guard index < lines.count - 1 else { continue }
        switch self {
        case .lf: result += "\n"
        case .crlf: result += "\r\n"
        case .cr: result += "\r"
        // Never CR before LF: that would be one line break.
        case .mixed: result += ["\r\n", "\n", "\r\n", "\r"][index % 4]
        }
      }
      return result
    }
  }

  /// What every file begins with.
  enum Mark: String, CaseIterable, Sendable {
    case none = ""
    case byteOrderMark = "\u{FEFF}"
  }

  static let files = [
    "services.yaml": """
    # A comment with é.
    imports: [part.yaml]
    parameters:
      name: it's
      literal: |
        first $(name)

          indented $(env:SET:-unset)
        last
      folded: >-
        one $(name)
        two $(name)

        three
      plain: one
        two $(name)
        three
      quoted: "one \\
        two \\t $(name)

        three $(name)"
      single: 'it''s
        $(name)'
      token: !secret |
        hush
        hush again
      text: $(file:text.txt)

    services:
      s:
        type: T
        description: >
          a folded
          text

        arguments:
          x: [$(literal), $(folded), $(plain), $(quoted), $(single), $(token), $(text)]
          y: "direct $(name)
            and $(env:SET:-unset)"
    environments:
      test:
        services:
          s: { arguments: { z: $(name) } }

    """,
    "part.yaml": """
    # imported
    services:
      part:
        type: T
        arguments:
          x: >
            folded $(name)
            text

    """,
    "overlay.yaml": """
    services:
      s:
        arguments:
          x: !append
            - |+
              kept $(name)

          over: "a
            b"

    """,
    "text.txt": "first\nsecond\n\n  third $(name)\n",
  ]

  private func load(_ ending: Ending, _ mark: Mark) throws -> Load {
    let files = Self.files.mapValues { mark.rawValue + ending.applied(to: $0) }
    return try Load(files, environment: "test") { [.init(path: $0.file("overlay.yaml"))] }
  }

  /// All that the definitions say, with their places.
  private func everything(_ load: Load) -> [String] {
    load.reported
      + load.set.definitions.flatMap { definition in
        ["\(definition.key) \(definition.summary ?? "") \(load.trace(definition.provenance))"]
          + definition.arguments.map { argument in
            let parts: [ConfigurationValue]
            if case .list(let elements) = argument.value.content {
              parts = elements
            } else {
              parts = [argument.value]
            }
            return "\(argument.name) @ \(load.shown(argument.namePlace)): "
              + parts.map { "\(load.text($0)) \(load.trace($0.provenance))" }
              .joined(separator: ", ")
          }
      }
  }

  @Test("every line ending gives the same plan", arguments: Ending.allCases, Mark.allCases)
  func samePlan(_ ending: Ending, _ mark: Mark) throws {
    let expected = everything(try load(.lf, .none))
    #expect(expected.count > 6)
    let found = everything(try load(ending, mark))
    for (found, expected) in zip(found, expected) { #expect(found == expected) }
    #expect(found.count == expected.count)
  }

  @Test("a text of `$(file:)` has LF between its lines and no byte order mark")
  func fileText() throws {
    for ending in Ending.allCases {
      for mark in Mark.allCases {
        let load = try load(ending, mark)
        guard case .list(let elements) = load.argument("s", "x")?.content else {
          Issue.record("no list")
          continue
        }
        #expect(load.text(elements[6]) == "~\"first\nsecond\n\n  third $(name)\"")
      }
    }
  }

  @Test("mistakes are at the same lines and columns", arguments: Ending.allCases, Mark.allCases)
  func samePlaces(_ ending: Ending, _ mark: Mark) throws {
    let text = """
      parameters:
        literal: |
          é $(none)
          ${x}
        quoted: "a

          b $(other) \\u00e9 $(third)"
      services:
        s: { type: T, scpoe: x }
      \tbad: { typ: T }

      """.replacing("\t", with: "  ")
    let expected = try Load(text).reported
    #expect(expected.count == 6)
    #expect(try Load(mark.rawValue + ending.applied(to: text)).reported == expected)
  }

  @Test("syntax mistakes are at the same lines and columns")
  func syntaxPlaces() throws {
    let texts = [
      "# é\nservices:\n  a: { type: T\n  b: c\n", "services:\n\ta: b\n", "a: b\n\n c: d\n",
      "services:\n  a: \"b\n\n", "services:\n  a: b: c\n", "services:\n  - a\n  b: c\n",
      "%YAML 1.1\n---\na: @b\n", "a: |\n  x\n y\n",
    ]
    for text in texts {
      let expected = try Load(text).reported
      #expect(!expected.isEmpty)
      for ending in Ending.allCases {
        for mark in Mark.allCases {
          let load = try Load(mark.rawValue + ending.applied(to: text))
          #expect(load.reported == expected, "\(ending) \(mark) \(text)")
        }
      }
    }
  }
}
