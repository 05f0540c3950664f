import Foundation
import Patchbay
import TestSupport
import Testing

@Suite("check --overlays")
struct OverlayCheckTests {
  private static let services = """
    services:
      voice: { type: Plain }
      greeter: { type: Greeter, arguments: { voice: !ref voice, name: you } }
    environments:
      production: {}
      test: { services: { greeter: { arguments: { name: me } } } }

    """

  /// Runs `check` in a folder of files, with overlays in `o`.
  private func check(
    _ overlays: [String: String], _ words: String..., services: String = Self.services
  ) async throws -> Outcome {
    let folder = try TemporaryFolder()
    let config = try folder.write(services, to: "services.yaml")
    for (name, text) in overlays { _ = try folder.write(text, to: "o/\(name)") }
    let words = words.map { $0.replacing("FOLDER", with: folder.path) }
    var outcome = await run(words: ["check", "--config", config] + words, services: "")
    outcome.result.replace(folder.path, with: "FOLDER")
    outcome.problem.replace(folder.path, with: "FOLDER")
    return outcome
  }

  @Test("checks each environment alone and with each overlay, each cause once")
  func combinations() async throws {
    let outcome = try await check(
      [
        "outage.yaml": "services: { voice: { arguments: { endng: '?' } } }\n",
        "loud.yaml":
          "services: { loud: { type: Loud, decorates: voice, arguments: { inner: !inner } } }\n",
        "me.yaml": "services: { greeter: { arguments: { name: !ref voice } } }\n",
        "notes.txt": "services: []\n",
      ], "--overlays", "FOLDER/o/*.yaml")
    #expect(
      outcome
        == Outcome(
          code: 78,
          result: """
            error[argument-kind]: the argument `name` of `greeter` takes a value, found a service
             --> FOLDER/o/me.yaml:1:43
              |
            1 | services: { greeter: { arguments: { name: !ref voice } } }
              |                                           ^^^^^^^^^^ a service, where `String` is declared
              |
              = note: `Greeter.name` is declared `String` at App/Catalog.swift:6

            error[unknown-argument]: `Plain` has no parameter `endng`, which `voice` gives
             --> FOLDER/o/outage.yaml:1:35
              |
            1 | services: { voice: { arguments: { endng: '?' } } }
              |                                   ^^^^^ not declared by the factory
              |
              = note: declared at App/Catalog.swift:4: Plain(ending: String = "!")
            help: did you mean `ending`?
                - services: { voice: { arguments: { endng: '?' } } }
                + services: { voice: { arguments: { ending: '?' } } }

                         production  test
            no overlay   ok          ok
            loud.yaml    ok          ok
            me.yaml      1 error     1 error
            outage.yaml  1 error     1 error

            checked production, test with 3 overlays, 8 combinations: 2 errors
            """, problem: ""))
  }

  @Test("says how to check overlays with types that only tests have", arguments: [true, false])
  func typesOfTests(isImported: Bool) async throws {
    let double = "services: { voice: !replace { type: RecordingVoice } }\n"
    let overlays =
      isImported
      ? ["double.yaml": "imports: [more/voice.yaml]\n", "more/voice.yaml": double]
      : ["double.yaml": double]
    let outcome = try await check(overlays, "--overlays", "FOLDER/o/*.yaml")
    #expect(outcome.code == 78)
    #expect(
      outcome.result.contains(
        """
        help: if only tests have this type, check the overlay in a test, with the catalog of the \
        tests: `expectWiring(…, catalog: .tests, overlays: …)`
        """), "\(outcome.result)")
  }

  @Test("does not say so of a type that the configuration itself names")
  func typesOfTheProgram() async throws {
    let outcome = try await check(
      ["a.yaml": "services: { voice: { tags: [spoken] } }\n"], "--overlays", "FOLDER/o/*.yaml",
      services: "services: { voice: { type: Missing } }\n")
    #expect(outcome.result.contains("error[unknown-type]"))
    #expect(!outcome.result.contains("expectWiring"))
  }

  @Test("says in how many combinations something is wrong")
  func places() async throws {
    let outcome = try await check(
      ["voice.yaml": "services: { voice: { type: Plain } }\n"], "--overlays", "FOLDER/o/*.yaml",
      services: """
        services: { greeter: { type: Greeter, arguments: { voice: !ref voice, name: you } } }
        environments:
          right: { services: { voice: { type: Plain } } }

        """ + (1...6).map { "  e\($0): {}\n" }.joined())
    #expect(
      outcome.result.contains(
        """
          = note: found in 6 of 14 combinations: `e1`, `e2`, `e3`, `e4`, `e5`, and 1 more

        """), "\(outcome.result)")
  }

  @Test("leaves out the rows of many overlays without mistakes")
  func rows() async throws {
    var overlays = ["wrong.yaml": "services: { voice: { type: Missing } }\n"]
    for index in 0..<30 {
      overlays["o\(index).yaml"] = "services: { voice: { tags: [t\(index)] } }\n"
    }
    let outcome = try await check(overlays, "--overlays", "FOLDER/o/*.yaml")
    #expect(
      outcome.result.contains(
        """
                    production  test
        no overlay  ok          ok
        wrong.yaml  1 error     1 error
        30 more overlays without mistakes

        """), "\(outcome.result)")
  }

  @Test("counts an environment whose mistake an overlay corrects")
  func corrected() async throws {
    let outcome = try await check(
      ["voice.yaml": "services: { voice: { type: Plain } }\n"], "--overlays", "FOLDER/o/*.yaml",
      services: """
        services: { greeter: { type: Greeter, arguments: { voice: !ref voice, name: you } } }
        environments: { production: {}, test: { services: { voice: { type: Plain } } } }

        """)
    #expect(outcome.result.contains("note: found in 1 of 4 combinations: `production`\n"))
  }

  @Test("reports a patch only where it changes nothing in any environment")
  func needless() async throws {
    let partly = try await check(
      ["me.yaml": "services: { greeter: { arguments: { name: me } } }\n"], "--overlays",
      "FOLDER/o/*.yaml")
    #expect(partly.code == 0 && !partly.result.contains("warning"), "\(partly.result)")
    let nowhere = try await check(
      ["me.yaml": "services: { voice: { type: Plain } }\n"], "--overlays", "FOLDER/o/*.yaml")
    #expect(
      nowhere.result.hasPrefix(
        """
        warning[unused-overlay]: the overlay `me.yaml` changes nothing in any environment
         --> FOLDER/o/me.yaml
        help: remove the file, or what it sets to the value that is there already

                    production  test
        no overlay  ok          ok
        me.yaml     ok          ok

        """), "\(nowhere.result)")
  }

  @Test("counts what a variable's value leaves unread: its default, and another variable")
  func unreadByValues() async throws {
    let services = """
      roots: [greeter]
      parameters: { fallback: you, unused: x }
      services:
        voice: { type: Plain }
        greeter:
          type: Greeter
          arguments: { voice: !ref voice, name: $(env:USER_NAME:-$(fallback)), token: $(env:KEY) }

      """
    let folder = try TemporaryFolder()
    let config = try folder.write(services, to: "services.yaml")
    let file = try folder.write("USER_NAME=me\nKEY=a\nOTHER=a\n", to: "all.env")
    // Both variables have the same value.
    let overlay = try folder.write(
      "services: { greeter: { arguments: { token: $(env:OTHER) } } }\n", to: "o/other.yaml")
    for variables in ["process", file] {
      let outcome = await run(
        words: [
          "check", "--config", config, "--overlays", overlay, "--format", "line", "--variables",
          variables,
        ], services: "", variables: ["USER_NAME": "me", "KEY": "a", "OTHER": "a"])
      #expect(outcome.code == 0, "\(outcome)")
      #expect(outcome.result.contains("nothing uses the parameter 'unused'"))
      #expect(!outcome.result.contains("'fallback'") && !outcome.result.contains("unused-overlay"))
    }
  }

  @Test("reads each file once, and parses it once")
  func once() async throws {
    let folder = try TemporaryFolder()
    let config = try folder.write(Self.services, to: "services.yaml")
    let overlay = try folder.write("imports: [more.yaml]\n", to: "o/a.yaml")
    _ = try folder.write("services: { voice: { tags: [x] } }\n", to: "o/more.yaml")
    let configuration = try ServiceConfiguration(.init(path: config))
    var check = CombinedCheck(
      CombinationGrid(environments: ["production", "test"], overlays: [.init(path: overlay)]))
    var combinations = 0
    check.run(configuration, catalog: .greetings, findsUnused: true) {
      configuration, combination, collector in
      combinations += 1
      if combinations == 3 {
        // The second environment does not see it.
        _ = try? folder.write("services: { other: {} }\n", to: "o/more.yaml")
        _ = try? folder.write("services: []\n", to: "o/a.yaml")
      }
      return configuration.check(
        environment: combination.environment, overlays: combination.overlays, catalog: .greetings,
        into: &collector)
    }
    #expect(combinations == 5)
    #expect(check.findings.isEmpty, "\(check.diagnostics)")
  }

  @Test(
    "is refused where it makes no sense",
    arguments: [
      (["--overlays", "FOLDER/none/*.yaml"], "no file matches `FOLDER/none/*.yaml`"),
      (["--overlays", "FOLDER/o/b.yaml"], "no file matches `FOLDER/o/b.yaml`"),
      (["--overlays", "FOLDER/o/a.yaml", "FOLDER/o/c.yaml"], "unexpected argument"),
    ])
  func usage(_ words: [String], _ message: String) async throws {
    let folder = try TemporaryFolder()
    let config = try folder.write(Self.services, to: "services.yaml")
    _ = try folder.write("services: {}\n", to: "o/a.yaml")
    let words = words.map { $0.replacing("FOLDER", with: folder.path) }
    let outcome = await run(words: ["check", "--config", config] + words, services: "")
    #expect(outcome.code == 64)
    #expect(
      outcome.problem.replacing(folder.path, with: "FOLDER").contains(message),
      "\(outcome.problem)")
  }

  @Test("tries at most 20,000 combinations")
  func limit() async throws {
    var overlays: [String: String] = [:]
    for index in 0..<142 { overlays["o\(index).yaml"] = "services: {}\n" }
    let outcome = try await check(
      overlays, "--overlays", "FOLDER/o/*.yaml",
      services: "environments:\n" + (0..<141).map { "  e\($0): {}\n" }.joined())
    #expect(outcome.code == 64)
    #expect(
      outcome.problem.hasPrefix(
        "error: 20163 combinations are more than the 20000 that a check tries"),
      "\(outcome.problem)")
  }
}
