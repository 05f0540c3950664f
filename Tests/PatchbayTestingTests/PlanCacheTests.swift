import Foundation
import Patchbay
import TestSupport
import Testing

@testable import PatchbayTesting

@Suite("Tests that load the same load it once")
struct PlanCacheTests {
  /// A value whose decoding is counted: it happens once for each plan.
  struct Counted: Decodable, Sendable {
    static let count = Guarded<[String: Int]>([:])
    let text: String

    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
      let name = text.split(separator: " ").first.map(String.init) ?? ""
      Self.count.withLock { $0[name, default: 0] += 1 }
    }
  }

  struct Page: Sendable { var text: String }

  static func catalog(_ mark: String = "") -> FactoryCatalog {
    FactoryCatalog("pages") {
      Factory("Page", .value("text")) { (text: Counted) in Page(text: mark + text.text) }
    }
  }

  /// The files and the cache of one test, whose values begin with a name of its own.
  struct Load {
    let folder: TemporaryFolder
    /// For which all files are old.
    let cache = PlanCache(capacity: 4, now: { .max })
    let name = UUID().uuidString
    let catalog = PlanCacheTests.catalog()
    var settings = LoadSettings()

    init(_ files: [String: String]) throws {
      let name = name
      folder = try TemporaryFolder(files.mapValues { $0.replacing("NAME", with: name) })
    }

    /// Replaces a file, so that it has another inode, whatever the clock of the file system says.
    func write(_ text: String, to file: String) throws {
      try Data(text.replacing("NAME", with: name).utf8)
        .write(to: URL(filePath: folder.file(file)), options: .atomic)
    }

    func base(
      environment: String? = nil, variables: [String: String] = [:],
      catalog: FactoryCatalog? = nil
    ) -> ServicesBase {
      ServicesBase(
        source: .path(folder.file("services.yaml"), near: #filePath, by: ".services", at: nil),
        environment: environment, variables: variables, catalog: catalog ?? self.catalog,
        settings: settings)
    }

    /// The text of the page, without the name.
    func text(
      _ base: ServicesBase? = nil, overlays: [ConfigurationSource] = [],
      from cache: PlanCache? = nil
    ) throws -> String {
      let plan = try (cache ?? self.cache).plan(base ?? self.base(), overlays: overlays)
      return try Container(plan).resolve(Page.self).text.replacing(name + " ", with: "")
    }

    /// The number of plans that were made.
    var count: Int { Counted.count.withLock { $0[name] ?? 0 } }
  }

  static let page = "services: { page: { type: Page, arguments: { text: NAME one } } }\n"

  @Test func aPlanIsMadeOnce() throws {
    let load = try Load(["services.yaml": Self.page])
    for _ in 0..<5 { #expect(try load.text() == "one") }
    #expect(load.count == 1)
  }

  @Test("a configuration is loaded once for all traits that name it")
  func forWhicheverTraitNamesIt() throws {
    let load = try Load(["services.yaml": Self.page, "over.yaml": "parameters: {}\n"])
    for line in 1...3 {
      func source(_ file: String) -> OverlaySource {
        .path(
          load.folder.file(file), near: #filePath, by: ".services",
          at: SwiftLocation(fileID: #fileID, line: line))
      }
      let base = ServicesBase(
        source: source("services.yaml"), environment: nil, variables: [:], catalog: load.catalog,
        settings: load.settings)
      #expect(try load.text(base, overlays: [source("over.yaml").source]) == "one")
    }
    #expect(load.count == 1)
  }

  @Test func eachTestHasItsOwnInstances() throws {
    let load = try Load(["services.yaml": Self.page])
    let (one, two) = (
      Container(try load.cache.plan(load.base(), overlays: [])),
      Container(try load.cache.plan(load.base(), overlays: []))
    )
    let override = try one.override("page", with: Page(text: "other"))
    #expect(try one.resolve(Page.self).text == "other")
    #expect(try two.resolve(Page.self).text == "\(load.name) one")
    override.remove()
  }

  /// A change of the files, and the page's text before and after it.
  struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var files: [String: String]
    var before = "one"
    var after = "two"
    var environment: String?
    var overlay: String?
    var change: @Sendable (Load) throws -> Void
  }

  static let two = page.replacing("one", with: "two")
  static let imports = "imports: [parts.yaml]\n"

  static let changes = [
    Change(testDescription: "the root, of the same size", files: ["services.yaml": page]) {
      let date = try FileManager.default.attributesOfItem(
        atPath: $0.folder.file("services.yaml"))[.modificationDate]
      try $0.write(two, to: "services.yaml")
      try FileManager.default.setAttributes(
        [.modificationDate: date as Any], ofItemAtPath: $0.folder.file("services.yaml"))
    },
    Change(
      testDescription: "an import", files: ["services.yaml": imports, "parts.yaml": page]
    ) { try $0.write(two, to: "parts.yaml") },
    Change(
      testDescription: "an optional import that appears",
      files: ["services.yaml": "imports: [{ file: more.yaml, optional: true }]\n" + page],
      after: "one"
    ) { try $0.write("parameters: { unused: 1 }\n", to: "more.yaml") },
    Change(
      testDescription: "a file that a pattern finds",
      files: [
        "services.yaml": "imports: [{ glob: 'parts/*.yaml' }]\n", "parts/a.yaml": page,
      ],
      after: "one"
    ) {
      try $0.write("parameters: { unused: 1 }\n", to: "parts/b.yaml")
    },
    Change(
      testDescription: "a sibling that appears",
      files: ["services.yaml": page + "environments: { test: {} }\n"], environment: "test"
    ) { try $0.write(two, to: "services.test.yaml") },
    Change(
      testDescription: "a sibling", files: ["services.yaml": page, "services.test.yaml": page],
      environment: "test"
    ) { try $0.write(two, to: "services.test.yaml") },
    Change(
      testDescription: "an overlay", files: ["services.yaml": page, "over.yaml": page],
      overlay: "over.yaml"
    ) { try $0.write(two, to: "over.yaml") },
    Change(
      testDescription: "the file of a value",
      files: [
        "services.yaml": page.replacing("NAME one", with: "NAME $(file:text.txt)"),
        "text.txt": "one",
      ]
    ) { try $0.write("two", to: "text.txt") },
    Change(
      testDescription: "a link",
      files: ["services.yaml": imports, "a.yaml": page, "b.yaml": two], before: "linked"
    ) { _ in },
  ]

  @Test(arguments: changes)
  func aChangeIsSeen(_ change: Change) throws {
    let load = try Load(change.files)
    if change.before == "linked" { try load.folder.link("parts.yaml", to: "a.yaml") }
    let base = load.base(environment: change.environment)
    let overlays = change.overlay.map { [ConfigurationSource(path: load.folder.file($0))] } ?? []
    for _ in 0..<2 { #expect(try load.text(base, overlays: overlays) == "one") }
    #expect(load.count == 1)
    if change.before == "linked" {
      try FileManager.default.removeItem(atPath: load.folder.file("parts.yaml"))
      try load.folder.link("parts.yaml", to: "b.yaml")
    }
    try change.change(load)
    for _ in 0..<2 { #expect(try load.text(base, overlays: overlays) == change.after) }
    #expect(load.count == 2)
  }

  @Test("a file that changed a moment ago is read again, because its times may stay the same")
  func recentChanges() throws {
    let load = try Load(["services.yaml": Self.page])
    let cache = PlanCache(capacity: 4)
    for text in ["one", "two", "ten", "six"] {
      // Within the same file, which keeps its size.
      try load.folder.write(
        Self.page.replacing("NAME one", with: "\(load.name) \(text)"), to: "services.yaml")
      #expect(try load.text(from: cache) == text)
    }
    #expect(load.count == 4)
  }

  @Test("an overlay may give what the base alone lacks")
  func aBaseThatIsIncomplete() throws {
    let load = try Load([
      "services.yaml": """
      parameters: { text: !required }
      services: { page: { type: Page, arguments: { text: NAME $(text) } } }

      """
    ])
    let overlay: [ConfigurationSource] = [.inline("parameters: { text: two }")]
    for _ in 0..<2 {
      #expect(throws: DiagnosticsError.self) { try load.text() }
      #expect(try load.text(overlays: overlay) == "two")
    }
    #expect(load.count == 1)
    try load.write(Self.page, to: "services.yaml")
    #expect(try load.text() == "one")
  }

  @Test func aFileThatIsGoneIsAnErrorEachTime() throws {
    let load = try Load(["services.yaml": Self.imports, "parts.yaml": Self.page])
    #expect(try load.text() == "one")
    try FileManager.default.removeItem(atPath: load.folder.file("parts.yaml"))
    for _ in 0..<2 {
      let error = #expect(throws: DiagnosticsError.self) { try load.text() }
      #expect(error?.diagnostics.map(\.code) == [.fileNotFound])
    }
    try load.write(Self.page, to: "parts.yaml")
    #expect(try load.text() == "one")
  }

  @Test("every part of a configuration that a test names is compared")
  func whateverATestNamesIsTold() throws {
    let load = try Load([
      "services.yaml": """
      services: { page: { type: Page, arguments: { text: NAME $(env:TEXT:-one) } } }
      environments:
        test: { services: { page: { arguments: { text: NAME test } } } }
      """
    ])
    func overlay(_ text: String) -> ConfigurationSource {
      .inline("services: { page: { arguments: { text: \(load.name) \(text) } } }")
    }
    for _ in 0..<2 {
      #expect(try load.text() == "one")
      #expect(try load.text(load.base(environment: "test")) == "test")
      #expect(try load.text(load.base(variables: ["TEXT": "two"])) == "two")
      #expect(try load.text(overlays: [overlay("over")]) == "over")
      #expect(try load.text(overlays: [overlay("over"), overlay("above")]) == "above")
      #expect(try load.text(overlays: [overlay("above"), overlay("over")]) == "over")
    }
    let other = Self.catalog("other ")
    #expect(try load.text(load.base(catalog: other)) == "other one")
    #expect(try load.text() == "one")
    var narrow = load
    narrow.settings.limits.fileBytes = 10
    #expect(throws: DiagnosticsError.self) { try narrow.text() }
  }

  @Test func aProgramsOwnSourceIsAskedEachTime() throws {
    final class Clock: InterpolationSource {
      let times = Guarded(0)
      func text(at path: String) throws -> InterpolatedText? {
        InterpolatedText("\(times.withLock { $0 += 1; return $0 })")
      }
    }
    let page = Self.page.replacing("one", with: "$(clock:now)")
    var load = try Load(["services.yaml": page])
    load.settings.interpolationSources = ["clock": Clock()]
    #expect(try load.text() == "1")
    #expect(try load.text() == "2")
  }

  @Test func spellingsOfOneCharacterAreDifferentTexts() throws {
    let page = Self.page.replacing("one", with: "$(env:TEXT)")
    let load = try Load(["services.yaml": page])
    for _ in 0..<2 {
      for text in ["e\u{301}", "\u{e9}"] {
        #expect(try load.text(load.base(variables: ["TEXT": text])).utf8.elementsEqual(text.utf8))
      }
    }
  }

  @Test func aDecodedObjectIsNotShared() throws {
    final class Ledger: Decodable, Sendable {}
    struct Owner: Sendable { var ledger: Ledger }
    let catalog = FactoryCatalog("ledgers") {
      Factory("Owner", .value("ledger")) { (ledger: Ledger) in Owner(ledger: ledger) }
    }
    let load = try Load([
      "services.yaml": "services: { owner: { type: Owner, arguments: { ledger: {} } } }"
    ])
    let base = load.base(catalog: catalog)
    let owners = try (0..<2).map { _ in
      try Container(load.cache.plan(base, overlays: [])).resolve(Owner.self)
    }
    #expect(owners[0].ledger !== owners[1].ledger)
  }

  final class Ledger: Decodable, Sendable {}
  struct Shelf: Decodable, Sendable { var ledger: Ledger }
  struct Books: Sendable { var ledgers: [Ledger] }
  struct Address: Decodable, Sendable { var host: Counted, ports: [Int], zone: String? }

  static let books: [(value: String, factory: Factory<Books>)] = [
    ("[{}]", Factory("Books", .value("held")) { (held: [Ledger]) in Books(ledgers: held) }),
    (
      "{ a: {} }",
      Factory("Books", .value("held")) { (held: [String: Ledger]) in
        Books(ledgers: Array(held.values))
      }
    ),
    (
      "{}",
      Factory("Books", .value("held")) { (held: Ledger?) in Books(ledgers: held.map { [$0] } ?? [])
      }
    ),
    (
      "[{ ledger: {} }]",
      Factory("Books", .value("held")) { (held: [Shelf]) in Books(ledgers: held.map(\.ledger)) }
    ),
  ]

  @Test("An object inside of a decoded value is not shared", arguments: books.indices)
  func aDecodedObjectInside(_ index: Int) throws {
    let (value, factory) = Self.books[index]
    let load = try Load([
      "services.yaml": "services: { books: { type: Books, arguments: { held: \(value) } } }"
    ])
    let base = load.base(catalog: FactoryCatalog("books") { factory })
    let books = try (0..<2).map { _ in
      try Container(load.cache.plan(base, overlays: [])).resolve(Books.self)
    }
    #expect(books[0].ledgers.count == 1)
    #expect(books[0].ledgers.first !== books[1].ledgers.first)
  }

  @Test func aDecodedStructIsShared() throws {
    let catalog = FactoryCatalog("addresses") {
      Factory("Page", .value("address"), .value("limit")) { (address: Address, limit: Duration) in
        Page(text: address.host.text)
      }
    }
    let load = try Load([
      "services.yaml": """
      services:
        page: { type: Page, arguments: { address: { host: NAME a, ports: [1] }, limit: 1s } }
      """
    ])
    let base = load.base(catalog: catalog)
    for _ in 0..<3 { #expect(try load.text(base) == "a") }
    #expect(load.count == 1)
  }

  @Test func testsThatBeginTogetherWaitForOneLoad() throws {
    let load = try Load(["services.yaml": Self.page])
    onThreads(8) { _ in #expect((try? load.text()) == "one") }
    #expect(load.count == 1)
  }

  @Test func aFullCacheBeginsAnew() throws {
    let load = try Load(["services.yaml": Self.page])
    func use(_ number: Int) throws {
      _ = try load.text(load.base(variables: ["NUMBER": "\(number)"]))
    }
    for number in [0, 1, 2, 3, 0] { try use(number) }
    #expect(load.count == 4)
    // All were released for the fifth.
    for number in [4, 0, 4] { try use(number) }
    #expect(load.count == 6)
  }

  @Test func anOverlayOnACachedPlanReadsItsFiles() throws {
    let load = try Load(["services.yaml": Self.page, "over.yaml": Self.two])
    let over = ConfigurationSource(path: load.folder.file("over.yaml"))
    for text in ["two", "new"] {
      try load.write(Self.page.replacing("one", with: text), to: "over.yaml")
      let plan = try load.cache.plan(load.base(), overlays: []).overlaid(by: [over])
      #expect(try Container(plan).resolve(Page.self).text == "\(load.name) \(text)")
    }
  }

  @Test func warningsBelongToEachTest() throws {
    let load = try Load(["services.yaml": Self.page])
    let overlay = ConfigurationSource.inline("imports: [{ glob: 'none/*.yaml' }]")
    let warnings = try (0..<2).map { _ in
      try load.cache.plan(load.base(), overlays: [overlay]).warnings.map(\.message)
    }
    #expect(warnings[0] == warnings[1])
    #expect(!warnings[0].isEmpty)
  }
}
