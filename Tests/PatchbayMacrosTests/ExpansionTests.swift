import Foundation
import TestSupport
import Testing

/// `Fixtures/Expansions.swift.txt`, compiled by the real compiler.
///
/// `PATCHBAY_WRITE=1` writes the expected expansions anew.
@Suite("The expansions of the macros")
struct ExpansionTests {
  private let source: String

  init() throws { source = try Fixture.text("Expansions.swift.txt") }

  @Test("are the plain declarations")
  func golden() throws {
    let output = try Compiler.output(
      of: source, options: ["-Xfrontend", "-dump-macro-expansions"])
    // The names of the expansions' files are no part of them.
    let expansions = output.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("@__swiftmacro") }.joined(separator: "\n")
    let file = Fixture.url("Expansions.expanded.txt")
    if ProcessInfo.processInfo.environment["PATCHBAY_WRITE"] != nil {
      try expansions.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try expansions == String(contentsOf: file, encoding: .utf8))
  }

  @Test("have a summary with any character")
  func quoting() throws {
    // The compiler refuses control characters in a literal, and allows them in a comment.
    let source =
      "import PatchbayMacros\n/// Says \"a\\b\",\tor \u{7F}.\n@Provided struct Speaker {}\n"
    let output = try Compiler.output(
      of: source, options: ["-Xfrontend", "-dump-macro-expansions"])
    #expect(output.contains(#".summary("Says \"a\\b\",\u{9}or \u{7f}.")"#), "\(output)")
    #expect(try Compiler.output(of: source) == "")
  }

  private static let upcomingFeatures = [
    "ExistentialAny", "InferIsolatedConformances", "MemberImportVisibility",
    "NonisolatedNonsendingByDefault",
  ].flatMap { ["-enable-upcoming-feature", $0] }

  @Test(
    "compile without a warning",
    arguments: [
      ("6", []), ("6", ["-enable-testing"]), ("6", ["-O"]), ("6", upcomingFeatures),
      // Without the feature every reference to a function is a warning, as in a plain declaration.
      ("5", ["-enable-upcoming-feature", "InferSendableFromCaptures"]),
    ] as [(String, [String])])
  func modes(languageMode: String, options: [String]) throws {
    let output = try Compiler.output(
      of: source, languageMode: languageMode, options: options)
    #expect(output == "")
  }
}
