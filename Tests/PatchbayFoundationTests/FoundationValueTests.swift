import Foundation
import Patchbay
import PatchbayFoundation
import Testing

@Suite("Foundation's types are decoded from text")
struct FoundationValueTests {
  @Test(
    "a URL is read from a text",
    arguments: ["https://example.com/a?b=c", "file:///tmp/x", "postgres://u@localhost/app"])
  func urls(_ text: String) {
    #expect(URL(configurationText: text)?.absoluteString == text)
  }

  @Test(arguments: ["", "example.com", "/just/a/path", "https://example.com\n"])
  func noURLs(_ text: String) {
    #expect(URL(configurationText: text) == nil)
  }

  @Test("a UUID is read from a text")
  func uuids() {
    let text = "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"
    #expect(UUID(configurationText: text.lowercased())?.uuidString == text)
    #expect(UUID(configurationText: "6ba7b810") == nil)
  }

  @Test("a date is read from a text")
  func dates() {
    let date = Date(configurationText: "2026-01-01T00:00:00Z")
    #expect(date?.timeIntervalSince1970 == 1_767_225_600)
    #expect(Date(configurationText: "yesterday") == nil)
    #expect(Date(configurationText: "2026-02-28T23:00:00+02:00") != nil)
    #expect(Date(configurationText: "2026-02-30T00:00:00Z") == nil)
  }
}
