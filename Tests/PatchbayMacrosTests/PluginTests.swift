import Foundation
import PatchbayMacroExpansion
import TestSupport
import Testing

/// The program that the compiler starts, with messages of its protocol.
@Suite("The plugin of the compiler")
struct PluginTests {
  /// Sends the plugin bytes; returns its exit code, its answers and what it said.
  private func run(_ input: Data) throws -> (code: Int32, answers: [Data], errors: String) {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = Project.macroPlugin
    let (output, errors) = (Pipe(), Pipe())
    let file = folder.file("input")
    try input.write(to: URL(filePath: file))
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: file))
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    var rest = try output.fileHandleForReading.readToEnd() ?? Data()
    let said = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    var answers: [Data] = []
    while rest.count >= 8 {
      let length = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
      answers.append(Data(rest.dropFirst(8).prefix(length)))
      rest = Data(rest.dropFirst(8 + length))
    }
    #expect(rest.isEmpty)
    return (process.terminationStatus, answers, String(decoding: said, as: UTF8.self))
  }

  private func framed(_ message: String) -> Data {
    Data((0..<8).map { UInt8(truncatingIfNeeded: message.utf8.count >> ($0 * 8)) })
      + Data(message.utf8)
  }

  private func same(_ data: Data, _ json: String) throws -> Bool {
    let one = try JSONSerialization.jsonObject(with: data) as? NSDictionary
    return try one == JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary
  }

  @Test(
    "answers",
    arguments: [
      (
        #"{"getCapability":{}}"#,
        #"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#
      ),
      (
        // A compiler of the future adapts to the version of the answer.
        #"{"getCapability":{"capability":{"protocolVersion":99,"new":[1]}}}"#,
        #"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#
      ),
      (
        #"{"loadPluginLibrary":{"libraryPath":"/x","moduleName":"X"}}"#,
        #"{"loadPluginLibraryResult":{"loaded":false,"diagnostics":[]}}"#
      ),
      (
        #"{"expandTomorrow":{"a":1}}"#,
        #"""
        {"expandMacroResult":{"diagnostics":[{"message":"this version of PatchbayMacros does not support the message `expandTomorrow`","severity":"error","position":{"fileName":"","offset":0},"highlights":[],"notes":[],"fixIts":[]}]}}
        """#
      ),
      (
        ##"{"expandFreestandingMacro":{"macro":{"moduleName":"M","typeName":"NewMacro","name":"new"},"macroRole":"expression","discriminator":"d","syntax":{"kind":"expression","source":"#new","location":{"fileID":"a/a.swift","fileName":"a.swift","offset":0,"line":1,"column":1}}}}"##,
        #"""
        {"expandMacroResult":{"diagnostics":[{"message":"this version of PatchbayMacros has no macro `NewMacro`","severity":"error","position":{"fileName":"","offset":0},"highlights":[],"notes":[],"fixIts":[]}]}}
        """#
      ),
    ])
  func answer(message: String, expected: String) throws {
    // Twice in one run: the compiler sends all uses of a file to one process.
    let (code, answers, errors) = try run(framed(message) + framed(message))
    #expect(code == 0)
    #expect(errors == "")
    #expect(answers.count == 2)
    for answer in answers {
      #expect(try same(answer, expected), "\(String(decoding: answer, as: UTF8.self))")
    }
  }

  @Test("ends quietly where the compiler closes its end")
  func end() throws {
    // It sends an empty message before.
    let (code, answers, errors) = try run(Data(count: 8))
    #expect(code == 0 && answers.isEmpty && errors == "")
  }

  @Test("ends at two messages in one")
  func two() throws {
    let (code, answers, errors) = try run(framed(#"{"getCapability":{},"loadTomorrow":{}}"#))
    #expect(code == 1 && answers.isEmpty)
    #expect(errors.contains("invalid message"), "\(errors)")
  }

  @Test(
    "says why it ends at bytes that are no message",
    arguments: [
      (Data([5, 0, 0, 0, 0, 0, 0, 0, 1]), "ends early"),
      (Data([255, 255, 255, 255, 255, 255, 255, 255]), "ends early"),
      (Data([255, 255, 255, 255, 255, 255, 255, 127, 1]), "ends early"),
      (Data([2, 0, 0, 0, 0, 0, 0, 0]) + Data("{}".utf8), "invalid message"),
      (Data([2, 0, 0, 0, 0, 0, 0, 0]) + Data("[[".utf8), "invalid message"),
    ])
  func broken(input: Data, reason: String) throws {
    let (code, answers, errors) = try run(input)
    #expect(code == 1)
    #expect(answers.isEmpty)
    #expect(errors.contains(reason), "\(errors)")
  }
}
