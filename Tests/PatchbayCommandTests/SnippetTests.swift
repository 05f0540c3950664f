import Foundation
import TestSupport
import Testing

/// The compiler accepts what the documentation shows.
@Suite("The documentation's Swift", .timeLimit(.minutes(15)))
struct SnippetTests {
  private static let modules = Result { try OtherModules() }

  /// `Scripts/check-getting-started` builds the package of that article.
  private static let compiled = Snippet.all.filter { $0.fileName != "GettingStarted" }

  @Test("is found in all kinds of files")
  func files() {
    let files = Set(Self.compiled.map(\.file))
    #expect(Self.compiled.count > 100)
    for name in ["README.md", "Sources/Patchbay/Patchbay.docc/RunningAProgram.md"] {
      #expect(files.contains(name))
    }
    #expect(files.count { $0.hasSuffix(".swift") } > 40)
  }

  @Test("compiles", arguments: compiled)
  func compiles(_ snippet: Snippet) throws {
    let context = try SnippetContext()
    if snippet.text.hasPrefix("// swift-tools-version") {
      let messages = try TypeCheck.errors(
        in: ["Package.swift": snippet.text], options: Self.manifest)
      #expect(messages == "")
      return
    }
    let modules = try Self.modules.get()
    func errors(isOnMainActor: Bool) throws -> String {
      try TypeCheck.errors(
        in: [
          "Snippet.swift": snippet.source(isOnMainActor: isOnMainActor),
          "Context.swift": context.source(for: snippet),
        ], options: ["-I", modules.folder.path, "-package-name", Project.packageName])
    }
    let found = try errors(isOnMainActor: false)
    // A block on its own does not say on which actor it runs.
    if try found.isEmpty || errors(isOnMainActor: true).isEmpty { return }
    Issue.record("\(snippet.source(isOnMainActor: false))\n\(found)")
  }

  /// What the compiler needs for a manifest.
  private static var manifest: [String] {
    let compiler = Tool("swiftc")?.path ?? ""
    let folder = URL(filePath: compiler).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent()
    return [
      "-I", folder.appending(path: "lib/swift/pm/ManifestAPI").path,
      "-package-description-version", "6.2",
    ]
  }
}

/// The modules of other packages that articles import, with the declarations that they use.
///
/// Their declarations are those of the packages, which the tests cannot download.
private struct OtherModules: Sendable {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let sources = Project.folder.appending(path: "Tests/PatchbayCommandTests/Fixtures/Modules")
    for name in ["Logging", "ServiceLifecycle", "Configuration"] {
      let text = try String(
        contentsOf: sources.appending(path: "\(name).swift.txt"), encoding: .utf8)
      let output = try TypeCheck.errors(
        in: ["\(name).swift": text],
        options: [
          "-I", folder.path, "-emit-module", "-module-name", name, "-parse-as-library",
          "-emit-module-path", folder.file("\(name).swiftmodule"),
        ])
      try #require(output == "", "\(output)")
    }
  }
}
