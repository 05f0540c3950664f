import PatchbayCore
import PatchbayDiagnostics

/// Lines with indentation by nesting.
struct Outline {
  private var lines: [String] = []

  var text: String { lines.joined(separator: "\n") }

  mutating func add(_ line: String, depth: Int = 0) {
    lines.append(line.isEmpty ? "" : String(repeating: "  ", count: depth) + line)
  }

  /// Adds lines, the first of them after a title.
  mutating func add(_ lines: [String], depth: Int, title: String? = nil) {
    for (index, line) in lines.enumerated() {
      if let title {
        add(index == 0 ? "\(title) \(line)" : line, depth: index == 0 ? depth : depth + 1)
      } else {
        add(line, depth: depth)
      }
    }
  }
}
