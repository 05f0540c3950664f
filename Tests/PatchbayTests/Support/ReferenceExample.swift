import Foundation
import Patchbay
import TestSupport

/// An example of the format's reference: the files that its blocks of YAML are, and what comes out.
///
/// A block begins a new example. Comments at its start say what is special:
/// - `# file: NAME` makes it a further file of the example before, `# overlay: NAME` an overlay;
/// - `# environment: NAME`, `# variable: NAME TEXT`, `# parameter: NAME TEXT` and
///   `# given: FILE TEXT` say what is loaded;
/// - `# expect: CODE` names the expected diagnostics; without one, there are none.
///
/// A block of text behind it has a line `key: …` for each service to show, or the diagnostics.
struct ReferenceExample: CustomStringConvertible, Sendable {
  static let pages = [
    "FormatReference", "FormatServices", "FormatValues", "FormatLayers",
  ]

  struct File: Sendable {
    var name: String
    var text: String
  }

  var page: String
  var line: Int
  var files: [File] = []
  var overlays: [String] = []
  var environment: String?
  var variables: [String: String] = [:]
  var parameters: [String: ParameterValue] = [:]
  var expected: [String] = []
  /// The lines of the block of text behind it.
  var output: [String] = []

  var description: String { "\(page).md:\(line)" }

  /// The model of the example; nil if it has an error without the parameters that the program sets.
  func model() throws -> WiringModel? {
    let folder = try TemporaryFolder(
      Dictionary(files.map { ($0.name, $0.text) }, uniquingKeysWith: { $1 }))
    let configuration = try ServiceConfiguration(
      ConfigurationSource(path: folder.file("services.yaml")), settings: .reference)
    var collector = DiagnosticCollector()
    return configuration.model(
      environment: environment, overlays: overlays.map { .init(path: folder.file($0)) },
      catalog: .reference, into: &collector)
  }

  /// What came out: the diagnostics, and the services by their keys.
  func run(showing keys: [String]) throws -> (reported: [Diagnostic], services: [String]) {
    let folder = try TemporaryFolder(
      Dictionary(files.map { ($0.name, $0.text) }, uniquingKeysWith: { $1 }))
    func source(_ name: String) -> ConfigurationSource {
      ConfigurationSource(path: folder.file(name))
    }
    do throws(DiagnosticsError) {
      let configuration = try ServiceConfiguration(source("services.yaml"), settings: .reference)
      let plan = try configuration.plan(
        environment: environment, variables: variables, parameters: parameters,
        overlays: overlays.map(source), catalog: .reference)
      let container = Container(plan)
      let shown = try keys.map { key throws(DiagnosticsError) in
        "\(key): \(try container[key])"
          .replacing("PatchbayTests.", with: "").replacing("\(folder.path)/", with: "/app/")
      }
      // What nothing uses is reported by the check of all environments alone.
      let unused =
        expected.isEmpty ? [] : wholeCheck(configuration, catalog: .reference).diagnostics
      return (plan.warnings + unused.filter { $0.code.name.hasPrefix("unused-") }, shown)
    } catch {
      return (error.diagnostics, [])
    }
  }
}

extension ReferenceExample {
  /// The examples of all pages.
  static let all: [ReferenceExample] = pages.flatMap { page in
    (try? examples(of: page)) ?? []
  }

  static func text(of page: String) throws -> String {
    let file = Project.folder.appending(path: "Sources/Patchbay/Patchbay.docc/\(page).md")
    return try String(contentsOf: file, encoding: .utf8)
  }

  private static func examples(of page: String) throws -> [ReferenceExample] {
    var examples: [ReferenceExample] = []
    var block: (language: Substring, lines: [String])?
    for (index, line) in try text(of: page).components(separatedBy: "\n").enumerated() {
      guard line.hasPrefix("```") else {
        block?.lines.append(line)
        continue
      }
      guard let closed = block else {
        block = (line.dropFirst(3), [])
        continue
      }
      block = nil
      if closed.language == "yaml" {
        take(closed.lines, page, index + 1 - closed.lines.count, into: &examples)
      } else if closed.language == "text", !examples.isEmpty {
        examples[examples.count - 1].output = closed.lines
      }
    }
    return examples
  }

  private static func take(
    _ lines: [String], _ page: String, _ line: Int, into examples: inout [ReferenceExample]
  ) {
    var name = "services.yaml"
    var own = ReferenceExample(page: page, line: line)
    var isOverlay = false
    for comment in lines.prefix(while: { $0.hasPrefix("# ") }) {
      let words = comment.dropFirst(2).split(separator: " ", maxSplits: 2).map(String.init)
      guard words.count > 1 else { continue }
      let rest = words.count > 2 ? words[2] : ""
      switch words[0] {
      case "file:": name = words[1]
      case "overlay:": (name, isOverlay) = (words[1], true)
      case "environment:": own.environment = words[1]
      case "variable:": own.variables[words[1]] = rest
      case "parameter:": own.parameters[words[1]] = .text(rest)
      case "given:": own.files.append(File(name: words[1], text: rest + "\n"))
      case "expect:": own.expected.append(words[1])
      default: break
      }
    }
    own.files.append(File(name: name, text: lines.joined(separator: "\n") + "\n"))
    if isOverlay { own.overlays.append(name) }
    guard name != "services.yaml", var last = examples.popLast() else {
      examples.append(own)
      return
    }
    last.files += own.files
    last.overlays += own.overlays
    last.environment = own.environment ?? last.environment
    last.variables.merge(own.variables) { $1 }
    last.expected += own.expected
    examples.append(last)
  }
}

extension LoadSettings {
  /// The vault of the reference's examples.
  static let reference = LoadSettings(
    interpolationSources: [
      "vault": ClosureInterpolationSource { path in
        path == "mail/password" ? InterpolatedText("s3cret", isSecret: true) : nil
      }
    ]
  )
}
