import Foundation
import Patchbay
import PatchbayCommand
import TestSupport
import Testing

@Suite("The effective document of a configuration gives the same plan")
struct RoundTripTests {
  @Test(
    "of all examples of the reference, with their variables",
    arguments: ReferenceExample.all.filter(\.expected.isEmpty))
  func reference(_ example: ReferenceExample) throws {
    let folder = try TemporaryFolder(
      Dictionary(example.files.map { ($0.name, $0.text) }, uniquingKeysWith: { $1 }))
    let trip = RoundTrip(
      root: folder.file("services.yaml"), environment: example.environment,
      overlays: example.overlays.map(folder.file),
      modules: example.parameters.isEmpty ? [] : [Parameters(example.parameters)],
      settings: .reference, variables: example.variables, catalog: .reference)
    let mistakes = try #require(try trip.result()).mistakes
    #expect(mistakes.isEmpty, "\(mistakes.joined(separator: "\n"))")
  }

  @Test("of all tables without errors", arguments: TableCase.topics.flatMap(TableCase.cases))
  func table(_ table: TableCase) throws {
    let setup = try TableSetup(table)
    let folder = try TemporaryFolder()
    try setup.write(to: URL(filePath: folder.path))
    let configuration = try? ServiceConfiguration(.init(path: folder.file("services.yaml")))
    for environment in [nil] + (configuration?.environments ?? []) {
      let trip = RoundTrip(
        root: folder.file("services.yaml"), environment: environment,
        overlays: setup.overlays.map(folder.file), catalog: .table)
      let mistakes = try trip.result()?.mistakes ?? []
      #expect(mistakes.isEmpty, "\(mistakes.joined(separator: "\n"))")
    }
  }

  @Test("of all goldens without errors", arguments: GoldenCase.all)
  func golden(_ golden: GoldenCase) throws {
    let folder = try TemporaryFolder()
    let manager = FileManager.default
    for name in try manager.subpathsOfDirectory(atPath: golden.folder.path) {
      let file = golden.folder.appending(path: name)
      if let data = try? Data(contentsOf: file) { try folder.write(Array(data), to: name) }
    }
    let configuration = try? ServiceConfiguration(.init(path: folder.file("services.yaml")))
    for environment in [nil] + (configuration?.environments ?? []) {
      let trip = RoundTrip(
        root: folder.file("services.yaml"), environment: environment, catalog: .golden)
      let mistakes = try trip.result()?.mistakes ?? []
      #expect(mistakes.isEmpty, "\(mistakes.joined(separator: "\n"))")
    }
  }

  @Test("of the sample of models", arguments: [nil, "test"])
  func sample(_ environment: String?) throws {
    let folder = try TemporaryFolder(ModelSample.files)
    let trip = RoundTrip(
      root: folder.file("services.yaml"), environment: environment,
      settings: ModelSample.settings, catalog: ModelSample.catalog)
    let result = try #require(try trip.result())
    #expect(result.mistakes.isEmpty, "\(result.mistakes.joined(separator: "\n"))")
  }
}

@Suite("The effective document below modules gives the same plan")
struct ModuleRoundTripTests {
  private struct Own: Module {
    var definitions: Definitions {
      ModelSample.Clock().definitions
      Parameters(
        ["mail": ["from": "own"], "api.token": "other", "options.zone": "us", "needless": "set"],
        fileID: "App/Own.swift",
        line: 1)
      Change("pool", fileID: "App/Own.swift", line: 2).argument("password", "mine")
        .tag("own").eager().timeouts(start: .milliseconds(1))
      Define("session", "Session", fileID: "App/Own.swift", line: 3)
        .argument("pool", .reference("pool"))
      Change("server", fileID: "App/Own.swift", line: 7).after("store")
      Remove("flagged", fileID: "App/Own.swift", line: 4)
      Alias("link", of: "pool", fileID: "App/Own.swift", line: 5)
      Extend(ServiceKey<Int>("clock"), fileID: "App/Own.swift", line: 6) { $0 + 1 }
    }
  }

  @Test("that define, change and remove services, and set parameters")
  func modules() throws {
    var files = ModelSample.files
    files["services.yaml"] = files["services.yaml"]?
      .replacing("label: $(options.zone)", with: "label: $(mail.from)")
      .replacing("$(vault:keys/server)", with: "$(api.token)")
    let folder = try TemporaryFolder(files)
    let trip = RoundTrip(
      root: folder.file("services.yaml"), modules: [Own()], settings: ModelSample.settings,
      catalog: ModelSample.catalog)
    let result = try #require(try trip.result())
    #expect(result.mistakes.isEmpty, "\(result.mistakes.joined(separator: "\n"))")
    // What they set is not part of it; a secret of theirs is referred to.
    let text = result.document.text
    for part in ["clock", "password: mine", "own:", "from: own"] {
      #expect(!text.contains(part), "\(part)")
    }
    #expect(text.contains("key: !secret $(api.token)"))
    #expect(text.contains("label: own"))
    #expect(text.contains("after: [pool]"))
    #expect(text.contains("needless: !required the program sets it"))
  }
}

@Suite("The effective document of hostile texts gives the same plan")
struct HostileRoundTripTests {
  @Test("for random configurations", arguments: 0..<4)
  func random(_ seed: UInt64) throws {
    var (right, all) = (0, 0)
    for step in 0..<UInt64(10) {
      let sample = HostileConfiguration(using: SplitMix(state: seed &* 1000 &+ step))
      let folder = try TemporaryFolder(sample.files)
      let trip = RoundTrip(
        root: folder.file("services.yaml"), overlays: sample.overlays.map(folder.file),
        variables: ["V3": "$(x) null", "V4": "/abs", "V2": ""], catalog: .shapes)
      all += 1
      guard let mistakes = try trip.result()?.mistakes else { continue }
      right += 1
      if !mistakes.isEmpty {
        Issue.record(
          "seed \(seed), step \(step):\n\(mistakes.joined(separator: "\n"))\n\(sample.files["services.yaml"] ?? "")"
        )
        return
      }
    }
    #expect(right * 2 > all, "\(right) of \(all) configurations have no errors")
  }
}
