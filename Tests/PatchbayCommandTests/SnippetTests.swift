import Foundation
import TestSupport
import Testing

/// The compiler accepts what the documentation shows.
@Suite("The documentation's Swift", .timeLimit(.minutes(15)))
struct SnippetTests {
  /// `Scripts/check-getting-started` builds the package of the one article, and the tests of `Tests/Integrations` run what
  /// the other one shows.
  private static let compiled = Snippet.all.filter {
    !["GettingStarted", "WithOtherPackages"].contains($0.fileName)
  }

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
    func errors(isOnMainActor: Bool) throws -> String {
      try TypeCheck.errors(
        in: [
          "Snippet.swift": snippet.source(isOnMainActor: isOnMainActor),
          "Context.swift": context.source(for: snippet),
        ], options: ["-package-name", Project.packageName])
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
