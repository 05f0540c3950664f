import Foundation
import Testing

@testable import Shortlinks

@Suite struct AuditSinkTests {
  let event = AuditEvent(.created, .sample("abc"), at: Link.sample("abc").createdAt)

  @Test func writesALineForEachNote() throws {
    let folder = try TemporaryFolder()
    let sink = try FileAuditSink(path: folder.path("logs/audit.log"))
    sink.record(event)
    sink.record(event)
    let line = "2026-01-01T00:00:00Z created abc https://swift.org/\n"
    #expect(try folder.text(of: "logs/audit.log") == line + line)
    try sink.checkHealth()
  }

  @Test func addsToWhatIsThere() throws {
    let folder = try TemporaryFolder()
    try folder.write("before\n", to: "audit.log")
    try FileAuditSink(path: folder.path("audit.log")).record(event)
    #expect(try folder.text(of: "audit.log").hasPrefix("before\n2026"))
  }

  @Test func tellsThatItsFileIsGone() throws {
    let folder = try TemporaryFolder()
    let sink = try FileAuditSink(path: folder.path("audit.log"))
    try FileManager.default.removeItem(atPath: folder.path("audit.log"))
    #expect(throws: FileError.self) { try sink.checkHealth() }
  }

  @Test func cannotOpenAFolder() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: FileError.self) { try FileAuditSink(path: folder.url.path) }
    #expect(error?.description == "cannot open \(folder.url.path): Is a directory")
  }

  @Test func passesANoteOnToAll() {
    let sinks = [RecordingAuditSink(), RecordingAuditSink()]
    AuditFanout(sinks: sinks).record(event)
    #expect(sinks.map(\.events) == [[event], [event]])
  }
}
