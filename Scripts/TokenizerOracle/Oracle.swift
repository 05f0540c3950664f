import Dispatch
import Foundation
import SwiftParser
import SwiftSyntax

/// Compares what the macros' tokenizer reads of declarations with what the toolchain's own parser reads.
///
/// The arguments are the files that contain the declarations. After `--all`, every part of them is compared,
/// and otherwise one of sixteen, which is much faster.
@main
struct Oracle {
  /// Fewer initializers would show little, also of a sample.
  private static let expectedInitializers = 1_000

  static func main() {
    var files = Array(CommandLine.arguments.dropFirst())
    let comparesAll = files.first == "--all"
    if comparesAll { files.removeFirst() }
    let results = Results()
    // The largest come first, so that no thread waits for one of them at the end.
    let sources = files.compactMap { file in
      FileManager.default.contents(atPath: file).map { (file, String(decoding: $0, as: UTF8.self)) }
    }.sorted { $0.1.utf8.count > $1.1.utf8.count }
    DispatchQueue.concurrentPerform(iterations: sources.count) { index in
      let (file, text) = sources[index]
      let tree = Parser.parse(source: text)
      results.compare(tree, of: file)
      let parts = Parts(of: tree)
      for source in results.new(parts.sources) where comparesAll || source.isSample {
        results.compare(
          Parser.parse(source: source.text), of: "\(file), \(source.origin):\n\(source.text)\n")
      }
    }
    let total = results.total
    for difference in total.differences.sorted() { print(difference) }
    print(
      "\(total.differences.count) differences in \(total.types) types, \(total.initializers) "
        + "initializers and \(total.properties) properties of \(sources.count) files "
        + "(\(total.broken) types with errors of syntax left out)")
    let isEnough = total.initializers >= expectedInitializers && sources.count == files.count
    exit(total.differences.isEmpty && isEnough ? 0 : 1)
  }
}

/// What was compared, of all files.
private final class Results: @unchecked Sendable {
  private let lock = NSLock()
  private var sum = Comparison.Count()
  private var known: Set<String> = []

  var total: Comparison.Count { lock.withLock { sum } }

  func compare(_ tree: SourceFileSyntax, of file: String) {
    let comparison = Comparison(file: file, of: tree)
    comparison.walk(tree)
    lock.withLock { sum.add(comparison.count) }
  }

  /// Returns the sources that no file had before.
  func new(_ sources: [Parts.Source]) -> [Parts.Source] {
    lock.withLock { sources.filter { known.insert($0.text).inserted } }
  }
}
