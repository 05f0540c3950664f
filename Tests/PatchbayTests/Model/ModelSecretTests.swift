import Foundation
import Patchbay
import PatchbayCommand
import TestSupport
import Testing

@Suite("No secret is in the JSON of a model, nor in what its hash covers")
struct ModelSecretTests {
  private struct Options: Decodable, Sendable { let password: String }
  private struct Holder: Sendable {}

  private static let catalog = FactoryCatalog("holders") {
    Factory(
      "Holder", .value("text", default: ""), .value("texts", default: []),
      .value("map", default: [:])
    ) { (text: String, texts: [String], map: [String: String]) in Holder() }
  }

  /// A text of at least four characters, with those that formats escape.
  private static func secret(_ random: inout SplitMix) -> String {
    let letters = Array("abcXYZ0189\"\\\n\t/<>&'$%é😀\u{301}\u{7F} :#-")
    let count = Int.random(in: 4...12, using: &random)
    let middle = (0..<count).map { _ in letters.randomElement(using: &random) ?? "a" }
    // No prefix of a URL, nor what the rest of a file contains.
    return "Q" + String(middle).replacing("$(", with: "$") + "Z"
  }

  /// A double-quoted text of YAML.
  private static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      if scalar == "$" { return "$$" }
      if scalar.properties.isAlphabetic && scalar.isASCII || scalar == " " { return "\(scalar)" }
      let digits = String(scalar.value, radix: 16)
      return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
    }
    return "\"\(scalars.joined())\""
  }

  /// Configurations that have a secret, each in another place.
  static let forms: [String] = [
    "services: { a: { type: Holder, arguments: { text: !secret SECRET } } }",
    "services: { a: { type: Holder, arguments: { texts: [x, !secret SECRET] } } }",
    "services: { a: { type: Holder, arguments: { map: { x: !secret SECRET } } } }",
    "services: { a: { type: Holder, arguments: { map: { password: SECRET } } } }",
    "services: { a: { type: Holder, tags: { t: { token: SECRET, b: !secret SECRET } } } }",
    "parameters: { a: !secret SECRET, b: 'x$(a)y' }\nservices: { a: { type: Holder, arguments: { text: $(b) } } }",
    "parameters: { a: { b: [!secret SECRET, 1] } }",
    "parameters: { a: [SECRET] }\nservices: { a: { type: Holder, arguments: { texts: !secret $(a) } } }\nenvironments: {}",
    "parameters: { password: SECRET }",
    "services: { a: { type: Holder, arguments: { text: !secret 'x$(env:A)' } } }\nparameters: { s: !secret SECRET }",
    "services: { a: { type: Holder, enabled: false, arguments: { text: !secret SECRET } } }",
    "parameters: { s: !secret SECRET }\nservices: { a: { type: Holder, arguments: { text: 'a$(env:B:-$(s))c' } } }",
    "parameters: { s: !secret SECRET }\nservices: { a: { type: Holder, arguments: { text: $(env:PASSWORD:-$(s)) } } }",
    "parameters: { f: !secret $(file:secret.txt) }\nservices: { a: { type: Holder, arguments: { text: '$(f)' } } }",
    "services: { a: { type: Holder, arguments: { text: '$(file:secret.txt)' } } }",
    "parameters: { a: SECRET }\nservices: { a: { type: Holder, arguments: { text: !secret $(a) } } }",
    "parameters: { a: SECRET }\nservices: { a: { type: Holder, arguments: { text: '$(env:PASSWORD:-$(a))' } } }",
    "parameters: { a: SECRET }\nservices: { b: { type: Holder, arguments: { text: $(a) } }, a: { type: Holder, arguments: { map: { password: $(a) } } } }",
    "parameters: { s: !secret SECRET, p: '$(s)$(env:T)' }\nservices: { a: { type: Holder, arguments: { text: '$(vault:a$(p))' } } }",
    "parameters: { s: !secret SECRET }\nservices: { a: { type: Holder, arguments: { text: '$(path:a$(s))' } } }",
    "parameters: { list: [!secret SECRET] }\nservices: { a: { type: Holder, arguments: { texts: $(list) } } }",
  ]

  @Test(arguments: forms.indices) func isInNoText(_ form: Int) throws {
    var random = SplitMix(state: UInt64(form))
    for _ in 0..<6 {
      let secret = Self.secret(&random)
      let folder = try TemporaryFolder([
        "services.yaml": Self.forms[form].replacing("SECRET", with: Self.quoted(secret)),
        "secret.txt": secret,
      ])
      let model = try ModelSample.model(in: folder.path, catalog: Self.catalog)
      let document = EffectiveText(model, showsOrigins: true).text
      for text in [model.json, model.observed, document] {
        for spelling in try Self.spellings(of: secret) {
          #expect(!text.contains(spelling), "\(spelling)")
        }
      }
      // The test finds what is there.
      #expect(model.json.contains("\"kind\": \"secret\"") || form == 14)
    }
  }

  private static func spellings(of secret: String) throws -> [String] {
    let json = String(decoding: try JSONEncoder().encode(secret), as: UTF8.self).dropFirst()
      .dropLast()
    let ascii = secret.json.text.dropFirst().dropLast()
    let percent = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret
    return [
      secret, String(json), String(ascii), percent,
      String(ScalarText.doubleQuoted(secret).dropFirst().dropLast()),
      // Without the end, which depends on what follows.
      String(Data(secret.utf8).base64EncodedString().prefix(secret.utf8.count / 3 * 4)),
    ]
  }

  @Test("of the sample, in which each begins with the same text")
  func sample() throws {
    let model = try ModelSample.model(modules: [ModelSample.Clock()])
    #expect(!model.json.contains("hunter2") && !model.observed.contains("hunter2"))
  }

  @Test("hostile texts are escaped, and are the same after reading")
  func hostile() throws {
    let text = "\u{1B}[2J\u{202E}\"}]::error::<script>\u{7F}\r"
    let folder = try TemporaryFolder([
      "services.yaml": """
      services:
        a: { type: Holder, description: TEXT, arguments: { text: TEXT, map: { TEXT: 1 } }, tags: { t: { TEXT: TEXT } } }
      """.replacing("TEXT", with: Self.quoted(text))
    ])
    let json = try ModelSample.model(in: folder.path, catalog: Self.catalog).json
    #expect(json.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let node = try #require((object?["services"] as? [[String: Any]])?.first)
    #expect(node["description"] as? String == text)
  }
}
