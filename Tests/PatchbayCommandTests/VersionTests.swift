import Foundation
import Patchbay
import PatchbayCommand
import PatchbayDiagnostics
import TestSupport
import Testing

@Suite("The version")
struct VersionTests {
  private func print(_ version: String?, _ words: [String]) async -> (Int32, String, String) {
    let recorder = Recorder()
    let command = PatchbayCommand(
      "app", catalog: .greetings, configuration: "none.yaml", version: version, variables: [:],
      output: recorder.output())
    let code = await command.run(words)
    return (code, recorder.result, recorder.problem)
  }

  @Test("is printed for the program and for the library, without a configuration")
  func option() async {
    let version = Release.version
    #expect(await print("2.4.1", ["--version"]) == (0, "app 2.4.1 (Patchbay \(version))", ""))
    #expect(await print(nil, ["--version"]) == (0, "app (Patchbay \(version))", ""))
    let (code, _, problem) = await print("2.4.1", ["--version", "now"])
    #expect(code == 64)
    #expect(problem.hasPrefix("error: unexpected argument `now`\n"))
  }

  @Test("is the newest one of the changelog, and the one that the documentation names")
  func documentation() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Project.folder.appending(path: path), encoding: .utf8)
    }
    let releases = try text("CHANGELOG.md").matches(of: /\n## (\d+\.\d+\.\d+)\n/)
    #expect(releases.first.map { String($0.1) } == Release.version)
    let articles = ["GettingStarted", "Patchbay"].map { "Sources/Patchbay/Patchbay.docc/\($0).md" }
    for path in ["README.md"] + articles {
      let named = try text(path).matches(of: /from: "([0-9.]+)"/).map { String($0.1) }
      #expect(named == [Release.version], "\(path)")
    }
  }
}
