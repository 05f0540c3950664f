import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics
import Testing

@Suite("A registered source is available to every value in every layer")
struct RegisteredSourceTests {
  /// Where the definition of `s` is written; what else the load has.
  enum Layer: String, CaseIterable, Sendable {
    case root, environmentSection, siblingFile, importedFile, sectionOfImport, importOfSibling
    case overlayFile, importOfOverlay, unselectedSection, unselectedSibling

    func files(_ text: String) -> [String: String] {
      let section = "environments:\n  test:\n" + indented(indented(text))
      return switch self {
      case .root: ["services.yaml": text]
      case .environmentSection, .unselectedSection: ["services.yaml": section]
      case .siblingFile, .unselectedSibling: ["services.yaml": "", "services.test.yaml": text]
      case .importedFile: ["services.yaml": "imports: [part.yaml]\n", "part.yaml": text]
      case .sectionOfImport: ["services.yaml": "imports: [part.yaml]\n", "part.yaml": section]
      case .importOfSibling:
        [
          "services.yaml": "", "services.test.yaml": "imports: [part.yaml]\n", "part.yaml": text,
        ]
      case .overlayFile: ["services.yaml": "", "overlay.yaml": text]
      case .importOfOverlay:
        ["services.yaml": "", "overlay.yaml": "imports: [part.yaml]\n", "part.yaml": text]
      }
    }

    var environment: String? {
      switch self {
      case .environmentSection, .siblingFile, .sectionOfImport, .importOfSibling: "test"
      default: nil
      }
    }

    /// Whether a load takes the definition in.
    var isSelected: Bool { self != .unselectedSection && self != .unselectedSibling }

    func load(_ text: String, _ source: ClosureInterpolationSource) throws -> Load {
      try Load(
        files(text), environment: environment,
        settings: LoadSettings(interpolationSources: ["vault": source])
      ) { folder in
        self == .overlayFile || self == .importOfOverlay
          ? [.init(path: folder.file("overlay.yaml"))] : []
      }
    }

    private func indented(_ text: String) -> String {
      text.split(separator: "\n").map { "  \($0)\n" }.joined()
    }
  }

  /// Where in the definition of `s` the source is named.
  enum Position: String, CaseIterable, Sendable {
    case parameter, nestedParameter, argument, text, property, inlineService, list, map, secret

    var definition: String {
      switch self {
      case .parameter: "parameters: { p: $(vault:a) }\n" + service("arguments: { x: $(p) }")
      case .nestedParameter:
        "parameters: { p: { q: [$(vault:a)] } }\n" + service("arguments: { x: $(p.q) }")
      case .argument: service("arguments: { x: $(vault:a) }")
      case .text: service("arguments: { x: '<$(vault:a)>' }")
      case .property: service("properties: { x: $(vault:a) }")
      case .inlineService:
        service("arguments: { x: !inline { type: U, arguments: { y: $(vault:a) } } }")
      case .list: service("arguments: { x: [1, $(vault:a)] }")
      case .map: service("arguments: { x: { y: $(vault:a) } }")
      case .secret: service("arguments: { x: !secret $(vault:a) }")
      }
    }

    /// What ``Load/text(_:)`` gives for `x` of `s`.
    var value: String {
      switch self {
      case .parameter, .argument, .property: #"~"answer""#
      case .nestedParameter: #"[~"answer"]"#
      case .text: #"~"<answer>""#
      case .inlineService: #"s.x=U(y: ~"answer")"#
      case .list: #"[1, ~"answer"]"#
      case .map: #"{y: ~"answer"}"#
      case .secret: #"!"answer""#
      }
    }

    private func service(_ fields: String) -> String {
      "services:\n  s: { type: T, \(fields) }\n"
    }
  }

  @Test("a registered source answers in every layer", arguments: Layer.allCases, Position.allCases)
  func answers(_ layer: Layer, _ position: Position) throws {
    let load = try layer.load(
      position.definition,
      ClosureInterpolationSource { $0 == "a" ? InterpolatedText("answer") : nil })
    #expect(load.reported == [])
    let definition = load.definition("s")
    let values = (definition?.arguments ?? []) + (definition?.properties ?? [])
    #expect(values.map { load.text($0.value) } == (layer.isSelected ? [position.value] : []))
  }

  @Test("a name that no source has is reported in every layer that is checked")
  func unknown() throws {
    let text = "services:\n  s: { type: T, arguments: { x: $(valt:a) } }\n"
    for layer in Layer.allCases where layer != .unselectedSibling {
      let load = try layer.load(text, ClosureInterpolationSource { _ in InterpolatedText("") })
      #expect(load.diagnostics.map(\.message) == ["no source is named `valt`"], "\(layer)")
      #expect(load.diagnostics.first?.notes.first == "the sources are: env, file, path, vault")
    }
  }

  @Test("a layer that is not selected asks no source")
  func unselected() throws {
    for layer in Layer.allCases where !layer.isSelected {
      let load = try layer.load(
        Position.argument.definition,
        ClosureInterpolationSource { path in
          Issue.record("asked for \(path)")
          return nil
        })
      #expect(load.reported == [])
    }
  }

  @Test("a file that is missing is the only mistake of a load that names a source")
  func failedLoad() throws {
    let settings = LoadSettings(interpolationSources: [
      "vault": ClosureInterpolationSource { _ in InterpolatedText("answer") }
    ])
    let text = "services:\n  s: { type: T, arguments: { x: $(vault:a) } }\n"
    let load = try Load("imports: [none.yaml]\n" + text, settings: settings)
    #expect(load.diagnostics.map(\.code) == [.fileNotFound])
    let overlaid = try Load(
      text, overlays: [.overlay("imports: [none.yaml]\n" + text)], settings: settings)
    #expect(overlaid.diagnostics.map(\.code) == [.fileNotFound])
  }
}
