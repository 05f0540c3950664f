import Foundation

/// A case of the YAML test suite, with what libyaml 0.2.5 makes of it; see `Data/README.md`.
struct SuiteCase: CustomStringConvertible, Sendable {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Data")

  let name: String
  let title: String
  var bytes: [UInt8] = []
  /// `line:column words`; nil where libyaml reads the whole text.
  var error: String?
  /// The events up to the error.
  var events: [String] = []

  var description: String { "\(name) \(title)" }

  static let all: [SuiteCase] = {
    let file = folder.appending(path: "suite.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    var cases: [SuiteCase] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("=== ") {
        let words = line.dropFirst(4).split(separator: " ", maxSplits: 1)
        cases.append(SuiteCase(name: "\(words[0])", title: words.count > 1 ? "\(words[1])" : ""))
      } else if !cases.isEmpty {
        cases[cases.count - 1].read(line)
      }
    }
    return cases
  }()

  private init(name: String, title: String) {
    self.name = name
    self.title = title
  }

  private mutating func read(_ line: Substring) {
    if line.hasPrefix("! ") {
      error = String(line.dropFirst(2))
    } else if line.hasPrefix("|") {
      let isOpen = line.hasSuffix("|-")
      let text = line.dropFirst().dropLast(isOpen ? 2 : 1).replacing("→", with: "\t")
      bytes += Array((isOpen ? text : text + "\n").utf8)
    } else {
      events.append(String(line))
    }
  }
}
