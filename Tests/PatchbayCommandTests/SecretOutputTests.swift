import Foundation
import Patchbay
import PatchbayCommand
import TestSupport
import Testing

@Suite("No output of any command in any format has a secret")
struct SecretOutputTests {
  /// Texts of four characters and more, with characters that formats escape.
  private static let secrets = [
    "marked": "zq7K", "named": "kW9#x<&>\"'", "variable": "vR3:pä5@w/%41|`*_", "file": "fT8\\n$(x)",
    "overlay": "oL2]]>-->", "default": "dF6::e=,", "hyphen": "qH9wz",
  ]

  /// What may replace an argument of a configuration, each with a secret.
  private static let values = [
    "!secret zq7K", "x$(token)", "$(token)", "$(db.password)", "$(env:API_TOKEN)",
    "$(env:API_TOKEN:-dF6::e=,)", "!secret $(file:key.txt)", "\"$(env:API_TOKEN:-dF6::e=,)\"",
    "$(env:API_TOKEN-qH9wz)", "!secret [zq7K]", "!secret { a: zq7K }", "$(token)$(env:API_TOKEN)",
    "!secret '$(zq7K'",
  ]

  /// The texts in which a secret could be found in an output.
  private static func forms(of text: String) -> [String] {
    let data = Data(text.utf8)
    let json = (try? JSONEncoder().encode([text])).map { String(decoding: $0, as: UTF8.self) }
    let references = text.unicodeScalars.map { scalar in
      scalar.isASCII && !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
        ? "&#\(scalar.value);" : String(scalar)
    }
    return [
      text, data.base64EncodedString(), data.map { String(format: "%02x", $0) }.joined(),
      json.map { String($0.dropFirst(2).dropLast(2)) } ?? text,
      text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        .replacing("\"", with: "&quot;").replacing("'", with: "&apos;"),
      text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text,
      references.joined(), text.replacing("\\", with: "\\\\").replacing("$", with: "$$"),
      String(text.prefix(4)), String(text.suffix(4)),
    ]
  }

  private static let checks = Subcommand.formats(of: "check").flatMap { format in
    [
      [], ["--variables", "process"], ["--variables", "FOLDER/right.env"],
      ["--variables", "FOLDER/wrong.env"], ["--overlays", "FOLDER/o/*.yaml"],
      ["--base", "--strict"],
    ].map { ["check", "--format", format] + $0 }
  }
  private static let lists = Subcommand.formats(of: "env").map {
    ["env", "--environment", "test", "--format", $0]
  }
  private static let others = [
    ["show", "greeter"], ["show", "greeter", "--environment", "test"], ["show", "voice"],
    ["show", "zq7"], ["show", "token"], ["show", "db.password"], ["show", "Greeter"],
    ["show", "greeter", "--environment", "test", "--format", "json"],
    ["show", "token", "--format", "json"], ["list"], ["list", "parameters"],
    ["list", "parameters", "--format", "json", "--environment", "test"],
    ["list", "--format", "json"], ["list", "types"], ["list", "--tag", "zq7"],
    ["why", "voice"], ["why", "voice", "--format", "json"], ["why", "zq7"],
    ["config"], ["config", "--origins"], ["config", "--hash"], ["config", "--format", "json"],
    ["config", "--environment", "test"], ["config", "--environment", "test", "--origins"],
    ["config", "--environment", "test", "--format", "json"],
    ["config", "--overlay", "FOLDER/o/secret.yaml"],
    ["graph"], ["graph", "--format", "dot"], ["graph", "--format", "mermaid"],
    ["graph", "--format", "json"], ["graph", "greeter"], ["greet"],
    ["greet", "--environment", "test"],
    ["greet", "--only", "fail"], ["help"], ["help", "check"],
    ["check", "--overlay", "FOLDER/o/overlay.yaml"],
    ["diff", "--from", "production", "--to", "test"],
    ["diff", "--from", "test", "--to", "production", "--format", "json"],
    ["diff", "--against", "FOLDER/o"],
    ["diff", "--against", "FOLDER/o/other", "--format", "json", "--environment", "production"],
    ["diff", "--against", "FOLDER/o/other", "--overlay", "FOLDER/o/secret.yaml"],
    ["schema"], ["schema", "--overlay", "FOLDER/o/overlay.yaml"],
  ]

  private func folder(_ value: String, argument: String) throws -> TemporaryFolder {
    try TemporaryFolder([
      "services.yaml": """
      parameters:
        token: !secret zq7K
        db: { password: "kW9#x<&>\\"'" }
      services:
        voice: { type: Plain, arguments: { ending: !secret zq7K } }
        greeter:
          type: Greeter
          arguments: { voice: !ref voice, name: '$(env:NAME:-me)', token: '$(env:API_TOKEN:-x)' }
      environments:
        production: {}
        test:
          services:
            greeter: { arguments: { \(argument): \(value) } }

      """,
      "key.txt": "fT8\\n$(x)",
      "o/overlay.yaml":
        "services: { voice: { arguments: { ending: !secret 'oL2]]>-->', endin: !secret 'oL2]]>-->' } } }\n",
      "o/secret.yaml": "services: { voice: { arguments: { ending: !secret 'oL2]]>-->' } } }\n",
      "o/other/services.yaml":
        "services: { voice: { type: Plain, arguments: { ending: !secret 'oL2]]>-->' } } }\nenvironments: { production: {}, test: {} }\n",
      "right.env": "API_TOKEN='vR3:pä5@w/%41|`*_'\nNAME=you\n",
      "wrong.env":
        "API_TOKEN='vR3:pä5@w/%41|`*_'\nAPI_TOKN='vR3:pä5@w/%41|`*_'\nNAME=\nNAME='vR3:p\n",
    ])
  }

  /// Each value under two names: of a credential or not, for a value, a service, or nothing.
  private static let cases =
    values.enumerated().flatMap { index, value in
      let names = ["token", "times", "name", "voice", "tokn"]
      return [0, 2].map { (value, names[(index + $0) % names.count]) }
    } + [("[zq7K]", "token"), ("[a, [zq7K]]", "token"), ("[zq7K]", "api-token")]

  @Test("of right and wrong values", arguments: cases)
  func commands(_ value: String, _ argument: String) async throws {
    let folder = try folder(value, argument: argument)
    let forms = Self.secrets.mapValues(Self.forms)
    var lengths = 0
    // A third of the formats and options of `check`, another one in each case: all of them with most values.
    let turn = Self.cases.firstIndex { $0 == (value, argument) } ?? 0
    let checks = Self.checks.indices.filter { ($0 + $0 / 6 + turn) % 3 == 0 }
      .map { Self.checks[$0] }
    for words in checks + Self.lists + Self.others {
      let words = words.map { $0.replacing("FOLDER", with: folder.path) }
      let outcome = await run(
        words: words + ["--config", folder.file("services.yaml")], services: "",
        variables: ["API_TOKEN": "vR3:pä5@w/%41|`*_"])
      // What the program itself prints is its own: a name that the value is for.
      if words.first == "greet", outcome.code == 0 || outcome.code == 3 { continue }
      // The word that was typed is repeated.
      let text = (outcome.result + "\n" + outcome.problem).replacing("`zq7`", with: "")
      lengths += text.utf8.count
      for (kind, texts) in forms {
        for form in texts where text.contains(form) {
          Issue.record("\(words) shows the \(kind) secret as \(form):\n\(text)")
        }
      }
    }
    #expect(lengths > 10_000)
  }

  @Test("A text that is no secret is found by the same search")
  func control() async throws {
    let folder = try folder("zq7K", argument: "name")
    let outcome = await run(
      words: [
        "show", "greeter", "--environment", "test", "--config", folder.file("services.yaml"),
      ], services: "")
    #expect(outcome.result.contains("zq7K"))
    let listed = await run(
      words: ["env", "--environment", "test", "--config", folder.file("services.yaml")],
      services: "")
    #expect(listed.result.contains("API_TOKEN"))
  }
}
