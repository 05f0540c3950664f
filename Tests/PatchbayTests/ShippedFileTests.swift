import Foundation
import Patchbay
import PatchbayConfiguration
import TestSupport
import Testing

/// Where the file that ships with a program is found.
@Suite("A shipped configuration file")
struct ShippedFileTests {
  private func find(in files: Set<String>, program: String?, working: String?) -> String? {
    ShippedFile("Config/a.yaml", programFolder: program, workingFolder: working)
      .find { files.contains($0) }
  }

  @Test(
    "is found by its order of precedence",
    arguments: [
      // Next to the executable, even if the working directory has one.
      (["/opt/app/Config/a.yaml", "/srv/Config/a.yaml"], "/opt/app", "/opt/app/Config/a.yaml"),
      (["/opt/app/Config/a.yaml", "/srv/Config/a.yaml"], "/opt/app/bin", "/opt/app/Config/a.yaml"),
      (["/opt/Config/a.yaml", "/opt/app/Config/a.yaml"], "/opt/app", "/opt/app/Config/a.yaml"),
      // No farther above the executable than one folder.
      (["/opt/app/Config/a.yaml", "/srv/Config/a.yaml"], "/opt/app/usr/bin", "Config/a.yaml"),
      (["/srv/Config/a.yaml", "/Config/a.yaml"], "/opt/app", "Config/a.yaml"),
      (["/Config/a.yaml"], "/opt/app", "../Config/a.yaml"),
      (["/Config/a.yaml"], "/", "/Config/a.yaml"),
      (["/Config/a.yaml"], "/bin", "/Config/a.yaml"),
    ])
  func order(files: [String], program: String, expected: String) {
    #expect(find(in: Set(files), program: program, working: "/srv") == expected)
  }

  @Test("is searched up to the root of the file system")
  func above() {
    let files: Set = ["/Config/a.yaml"]
    #expect(find(in: files, program: nil, working: "/a/b/c") == "../../../Config/a.yaml")
    #expect(find(in: files, program: nil, working: "/") == "Config/a.yaml")
    #expect(find(in: ["/x/Config/a.yaml"], program: nil, working: "/a/b/c") == nil)
    #expect(find(in: files, program: "/opt/app", working: nil) == nil)
  }

  @Test("is that of the variable, if it is set")
  func variable() throws {
    let folder = try TemporaryFolder(["a.yaml": "services: {}", "b.yaml": "services: { x: 1 }"])
    func load(_ variables: [String: String]) throws -> [String] {
      let source = ConfigurationSource.shipped(
        folder.file("a.yaml"), variable: "APP_CONFIG", variables: variables)
      return try ServiceConfiguration(source).plan(catalog: FactoryCatalog("none") {}).warnings
        .map(\.code.name)
    }
    #expect(try load([:]) == [])
    #expect(try load(["APP_CONFIG": ""]) == [])
    #expect(throws: DiagnosticsError.self) { try load(["APP_CONFIG": folder.file("b.yaml")]) }
  }

  @Test("that a variable names but that does not exist is reported with the variable")
  func missingByVariable() throws {
    let source = ConfigurationSource.shipped(
      "Config/none.yaml", variable: "APP_CONFIG", variables: ["APP_CONFIG": "/nowhere/none.yaml"])
    let error = try #require(throws: DiagnosticsError.self) { try ServiceConfiguration(source) }
    #expect(
      TerminalRenderer().render(error.diagnostics) == """
        error[file-not-found]: the variable `APP_CONFIG` names `/nowhere/none.yaml`, but there is no such file
         --> /nowhere/none.yaml: not found
        """)
  }

  @Test("that does not exist is reported with all places where it was searched")
  func missing() throws {
    let source = ConfigurationSource.shipped(
      "Config/none.yaml", variable: "APP_CONFIG", variables: [:])
    let error = try #require(throws: DiagnosticsError.self) { try ServiceConfiguration(source) }
    // The program is the one that runs the tests.
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let folders = [program.path, program.deletingLastPathComponent().path]
    let working = URL(filePath: FileManager.default.currentDirectoryPath)
      .resolvingSymlinksInPath().path
    #if os(Linux)
      #expect(
        TerminalRenderer().render(error.diagnostics) == """
          error[file-not-found]: the program is configured by `Config/none.yaml`, but there is no such file
           --> Config/none.yaml: not found
            = note: it was looked for next to the program, in `\(folders[0])` and `\(folders[1])`
            = note: it was looked for in the working directory, `\(working)`, and in the folders above it
          help: put the file next to the program, or name a file with the variable `APP_CONFIG`
          """)
    #endif
  }
}
