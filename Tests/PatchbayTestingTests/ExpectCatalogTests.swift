import Patchbay
@testable import PatchbayTesting
import TestSupport
import Testing

private struct SMTP: Sendable {
  init(host: String, from: String) {}
  init(_ host: String, port: Int) {}
}

private func letter(from: String, to: String) -> SMTP { SMTP(host: to, from: from) }

@Suite("A test of the names in a catalog")
struct ExpectCatalogTests {
  /// Returns the issues of a catalog whose factories are declared in these files: place and text.
  private func issues(
    _ catalog: FactoryCatalog, _ files: [String: String], folders: [String] = ["Sources"]
  ) throws -> [String] {
    let folder = try TemporaryFolder(files)
    return recordedIssues(in: folder) { issue in
      "\(issue.sourceLocation.map { "\($0.filePath):\($0.line)" } ?? "?") \(issue.text)"
    } _: {
      // A variadic argument cannot be passed on.
      if folders.count == 2 {
        expectCatalog(catalog, sources: folder.file(folders[0]), folder.file(folders[1]))
      } else {
        expectCatalog(catalog, sources: folder.file(folders[0]))
      }
    }
  }

  private static let app = "App/Catalog.swift"

  @Test("finds names that are interchanged, at the line of the factory")
  func interchanged() throws {
    let catalog = FactoryCatalog("app") {
      Factory(
        "SMTP", .value("from"), .value("host"), fileID: Self.app, line: 4,
        make: SMTP.init(host:from:))
      Factory(
        "Right", .value("host"), .value("from"), fileID: Self.app, line: 6,
        make: SMTP.init(host:from:))
      Factory(
        "Other", .value("server"), .value("sender"), fileID: Self.app, line: 7,
        make: SMTP.init(host:from:))
      Factory(
        "Bare", .value("port"), .value("size"), fileID: Self.app, line: 8, make: SMTP.init(_:port:))
      Factory(
        "Letter", .value("to"), .value("from"), fileID: Self.app, line: 9, make: letter(from:to:))
    }
    let found = try issues(
      catalog,
      [
        "Sources/App/Catalog.swift": """
        import Patchbay
        extension FactoryCatalog {  // Factory("SMTP", make: SMTP.init(host:from:))
          static let app = FactoryCatalog("app") {
            Factory(
              "SMTP", .value("from"), .value("host"), make: SMTP.init(host:from:)).notInTests()
            Factory("Right", .value("host"), .value("from", default: "me, you"), make: SMTP.init(host:from:))
            Factory("Other", .value("server"), .value("sender"), make: SMTP.init(host:from:))
            Factory("Bare", .value("port"), .value("size"), make: App.SMTP.init(_:port:))
            Factory("Letter", .value("to"), .value("from"), make: letter(from:to:)); Factory("X") {}
          }
        }

        """
      ])
    #expect(
      found == [
        "Sources/App/Catalog.swift:9 `Letter` declares names in another order than"
          + " `letter(from:to:)` has labels: `to` where it takes `from`, `from` where it takes `to`",
        "Sources/App/Catalog.swift:4 `SMTP` declares names in another order than"
          + " `SMTP.init(host:from:)` has labels: `from` where it takes `host`, `host` where it takes"
          + " `from`",
      ])
  }

  @Test("counts what it cannot read, and says why")
  func unread() throws {
    let catalog = FactoryCatalog("app") {
      Factory("A", .value("host"), .value("from"), fileID: Self.app, line: 1) {
        SMTP(host: $0, from: $1)
      }
      Factory(
        "B", .value("host"), .value("from"), fileID: Self.app, line: 2, make: SMTP.init(host:from:))
      Factory(
        "C", .value("host"), .value("from"), fileID: Self.app, line: 3, make: SMTP.init(host:from:))
      Factory("D", fileID: "App/Gone.swift", line: 1) { 1 }
      Factory("E", fileID: "App/Twice.swift", line: 1) { 1 }
      Factory("F", fileID: "Web/Other.swift", line: 1) { 1 }
      Factory(
        "G", .value("host"), .value("from"), fileID: Self.app, line: 4, make: SMTP.init(host:from:))
      Factory(
        "M", .value("host"), .value("from"), fileID: Self.app, line: 5, make: SMTP.init(host:from:))
    }
    let found = try issues(
      catalog,
      [
        "Sources/App/Catalog.swift": """
        Factory("A", .value("host"), .value("from")) { SMTP(host: $0, from: $1) }
        Factory("B", .value("host"), .value("from"), make: SMTP.init)
        smtp("C")
        Factory("G", .value("host"), .value("from"), make: SMTP.init(host:from:))
        #factory("M", SMTP.init(host:from:))
        """,
        "Sources/App/One/Twice.swift": "", "Sources/App/Two/Twice.swift": "",
        "Sources/App/Other.swift": "", "Sources/Web/Other.swift": "Factory(\"F\") { 1 }",
      ])
    #expect(found.count == 1)
    let text = try #require(found.first)
    #expect(text.contains("ExpectCatalogTests.swift:"))
    #expect(
      text.split(separator: " ", maxSplits: 1).last == """
        6 of 8 factories were not compared with labels:
        2 make their products in closures: App/Catalog.swift:1, Web/Other.swift:1
        1 name a function without its labels: App/Catalog.swift:2
        1 are not declared by `Factory` at their lines: App/Catalog.swift:3
        1 are in files that the folders do not have: App/Gone.swift:1
        1 are in files whose names the folders have several times: App/Twice.swift:1
        """)
  }

  @Test("fails for a folder without Swift files")
  func noFiles() throws {
    let found = try issues(
      FactoryCatalog("app") {}, ["Sources/a.swift": "", "Source/a.txt": ""],
      folders: ["Sources", "Source"])
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix(" no Swift file is below `Source`") == true)
  }

  @Test("finds the folders from the folder of the package")
  func package() { expectCatalog(.compared, sources: "Tests/PatchbayTestingTests") }
}

extension FactoryCatalog {
  fileprivate static let compared = FactoryCatalog("compared") {
    Factory("SMTP", .value("host"), .value("from"), make: SMTP.init(host:from:))
    Factory("Letter", .value("from"), .value("to"), make: letter(from:to:))
  }
}
