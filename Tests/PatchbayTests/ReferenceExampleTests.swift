import Foundation
import Patchbay
import Testing

@Suite("Every example of the format's reference does what the reference says")
struct ReferenceExampleTests {
  @Test(arguments: ReferenceExample.all)
  func loadsAndReportsWhatIsExpected(_ example: ReferenceExample) throws {
    let keys = example.output.map { String($0.prefix { $0 != ":" }) }
    let (reported, services) = try example.run(showing: example.expected.isEmpty ? keys : [])
    let shown = OneLineRenderer().render(reported)
    #expect(reported.map(\.code.name).sorted() == example.expected.sorted(), "\(shown)")
    if example.expected.isEmpty { #expect(services == example.output) }
  }

  /// An editor that follows the schema marks none of the good examples, and every field has one.
  @Test func everyFieldHasAnExample() throws {
    var check = try SchemaCheck(FormatSchema.text)
    for example in ReferenceExample.all where example.expected.isEmpty {
      for file in example.files where file.name.hasSuffix(".yaml") { try check.check(file.text) }
    }
    #expect(check.mistakes == [])
    #expect(check.properties.subtracting(check.met).sorted() == [])
  }

  @Test(arguments: Self.tags) func everyYAMLTagHasAnExample(_ tag: String) throws {
    #expect(try Self.goodYAML().contains(Regex("\(tag)(?=[ \\n])")))
  }

  private static let tags = Set(FormatSchema.editorTags.map { String($0.prefix { $0 != " " }) })
    .sorted()

  @Test(
    arguments: [
      #"\$\([a-z.]+\)"#, #"\$\(env:[A-Z_]+\)"#, #"\$\(env:[A-Z_]+:-"#, #"\$\(env:[A-Z_]+\?\?"#,
      #"\$\(file:"#,
      #"\$\(path:"#, #"\$\(vault:"#, #"\$\$\("#, #"!inline \{ type: \w+, arguments:"#,
    ]
  )
  func everyFormHasAnExample(_ form: String) throws {
    #expect(try Self.goodYAML().contains(Regex(form)))
  }

  /// The settings that a program has, with their values.
  @Test func everyLimitIsListed() throws {
    let page = try ReferenceExample.text(of: "FormatReference")
    for (name, value) in Mirror(reflecting: LoadLimits()).children {
      let number = (value as? Int).map { $0.formatted(.number.locale(Locale(identifier: "en"))) }
      let row = "| `\(name ?? "")` | \(number ?? "") |"
      #expect(page.contains(row), "\(row)")
    }
  }

  private static func goodYAML() -> String {
    ReferenceExample.all.filter(\.expected.isEmpty).flatMap(\.files).map(\.text).joined()
  }
}
