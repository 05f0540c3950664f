import PatchbayDiagnostics
import Testing

@testable import PatchbayYAML

@Suite("A file is one document")
struct DocumentTests {
  @Test(
    "a second document is reported",
    arguments: [
      ("a: b\n---\nc: d\n", "2:1-4"),
      ("a: b\n...\n---\nc: d\n", "3:1-4"),
      ("a: b\n...\nc: d\n", "3:1-3"),
      ("---\n---\n", "2:1-4"),
    ])
  func several(text: String, place: String) {
    let parsed = Parsed(text)
    #expect(parsed.messages == ["\(place) the file holds more than one YAML document"])
    #expect(parsed.codes == ["several-documents"])
    #expect(parsed.document == nil)
  }

  @Test(
    "markers around one document are accepted",
    arguments: ["---\na: b\n", "a: b\n...\n", "%YAML 1.1\n---\na: b\n...\n# end\n"])
  func one(text: String) {
    #expect(Parsed(text).root?.outline == "{a: b}")
  }
}
