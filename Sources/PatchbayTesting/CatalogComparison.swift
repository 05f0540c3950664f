import Patchbay
import PatchbayCore
import PatchbayDiagnostics
import PatchbayMacroExpansion
import Testing

/// The declared names of a catalog's factories, compared with the labels of what makes the products.
struct CatalogComparison {
  /// A factory whose names are interchanged.
  struct Mistake {
    let text: String
    let location: SourceLocation
  }

  /// Why a factory cannot be compared, in the order in which it is said.
  enum Obstacle: String, CaseIterable {
    case closure = "make their products in closures"
    case unlabelled = "name a function without its labels"
    case elsewhere = "are not declared by `Factory` at their lines"
    case absent = "are in files that the folders do not have"
    case ambiguous = "are in files whose names the folders have several times"
    case unreadable = "are in files that cannot be read"
  }

  private(set) var mistakes: [Mistake] = []
  private var obstacles: [Obstacle: [SwiftLocation]] = [:]
  private var compared = 0

  mutating func add(_ factory: WiringModel.Factory, _ sources: inout SwiftSources) {
    let file: SwiftSources.File
    do throws(SwiftSources.Failure) {
      file = try sources.file(factory.location.fileID)
    } catch {
      let obstacle: Obstacle =
        switch error {
        case .absent: .absent
        case .ambiguous: .ambiguous
        case .unreadable: .unreadable
        }
      obstacles[obstacle, default: []].append(factory.location)
      return
    }
    let calls = file.calls.filter { $0.line == factory.location.line }
    // Several factories may be in one line; the name may be no literal.
    guard let call = calls.first(where: { $0.name == factory.name }) ?? calls.first else {
      if file.macros.contains(factory.location.line) {
        compared += 1
      } else {
        obstacles[.elsewhere, default: []].append(factory.location)
      }
      return
    }
    switch call.make {
    case .other: obstacles[.closure, default: []].append(factory.location)
    case .unlabelled: obstacles[.unlabelled, default: []].append(factory.location)
    case .function(let function, let labels):
      compared += 1
      compare(factory, labels, of: function, file)
    }
  }

  private mutating func compare(
    _ factory: WiringModel.Factory, _ labels: [String], of function: String,
    _ file: SwiftSources.File
  ) {
    let names = factory.parameters.map(\.name)
    let wrong = zip(names, labels).filter { name, label in
      name != label && label != "_" && labels.contains(name)
    }
    guard !wrong.isEmpty else { return }
    let pairs = wrong.map { "`\($0)` where it takes `\($1)`" }
    mistakes.append(
      Mistake(
        text: "`\(factory.name)` declares names in another order than `\(function)` has labels: "
          + pairs.joined(separator: ", "),
        location: SourceLocation(
          fileID: factory.location.fileID, filePath: file.path, line: factory.location.line,
          column: 1)))
  }

  /// What was not compared, and why; nil if everything was.
  var summary: String? {
    let left = obstacles.values.reduce(0) { $0 + $1.count }
    guard left > 0 else { return nil }
    let reasons = Obstacle.allCases.compactMap { obstacle -> String? in
      guard let places = obstacles[obstacle] else { return nil }
      let shown = places.prefix(5).map(\.description).joined(separator: ", ")
      let rest = places.count > 5 ? " and \(places.count - 5) more" : ""
      return "\n\(places.count) \(obstacle.rawValue): \(shown)\(rest)"
    }
    return "\(left) of \(left + compared) factories were not compared with labels:"
      + reasons.joined()
  }
}
