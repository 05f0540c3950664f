import TestSupport
import Testing

@testable import Patchbay
@testable import PatchbayCore

@Suite("A check without variables agrees with every assignment of them")
struct AssignmentTests {
  /// The mistakes of one file, by the configuration on whose lines they are.
  private struct Outcome {
    var errors: [Int: [Diagnostic]] = [:]
    var uses: [Int: [UnknownUse]] = [:]
  }

  /// Many configurations in one file, which costs a fraction of a file each.
  private struct Batch {
    let parts: [RandomConfiguration]
    let configuration: ServiceConfiguration
    private let owners: [Int: Int]

    init(_ parts: [RandomConfiguration]) throws {
      self.parts = parts
      var lines = ["parameters:", "  none: null"]
      var owners: [Int: Int] = [:]
      func add(_ section: [String], of part: RandomConfiguration) {
        for line in section {
          lines.append("  \(line)")
          owners[lines.count] = part.number
        }
      }
      for part in parts { add(part.parameters, of: part) }
      lines.append("services:")
      for part in parts { add(part.services, of: part) }
      self.owners = owners
      configuration = try ServiceConfiguration(
        .bytes(Array(lines.joined(separator: "\n").utf8), name: "services.yaml"))
    }

    func check(_ values: [String: String]?) -> Outcome {
      var collector = DiagnosticCollector()
      let definitions = configuration.definitions(
        variables: values.map { Variables($0) } ?? .unknown, into: &collector)
      var outcome = Outcome()
      if values == nil {
        let findings = Plan.findings(
          in: definitions, catalog: .readers, into: &collector)
        #expect(findings.unchecked.isEmpty)
        for use in findings.uses {
          outcome.uses[owner(of: use.source.place), default: []].append(use)
        }
      } else {
        _ = Plan.checking(definitions, catalog: .readers, into: &collector)
      }
      for error in collector.errors {
        let place = error.labels.first?.place
        outcome.errors[place.map { owner(of: $0) } ?? -1, default: []].append(error)
      }
      return outcome
    }

    private func owner(of place: SourcePlace) -> Int {
      place.span.flatMap { owners[$0.start.line] } ?? -1
    }
  }

  /// Returns whether an assignment gives all that is needed, and each reader a text that it reads.
  private func fits(_ values: [String: String], _ uses: [UnknownUse]) -> Bool {
    uses.allSatisfy { use in
      guard case .variable(let name) = use.source.kind else { return true }
      // An empty text is none.
      guard let value = values[name], !value.isEmpty else { return use.source.fallback != nil }
      // Others of the same text may be left to their defaults: then the whole is their own use.
      guard let text = text(of: use.pieces, values) else { return true }
      return use.reader.accepts(text)
    }
  }

  /// Returns a text with its variables replaced; nil if one of them is null or not set.
  private func text(of pieces: [UnknownText.Piece], _ values: [String: String]) -> String? {
    var whole = ""
    for piece in pieces {
      switch piece {
      case .text(let known): whole += known
      case .source(let source):
        guard case .variable(let name) = source.kind else { return nil }
        if let value = values[name], !value.isEmpty {
          whole += value
          continue
        }
        switch source.fallback?.content {
        case .scalar(let scalar): whole += scalar.text
        case .unknown(let inner):
          guard let inner = text(of: inner.pieces, values) else { return nil }
          whole += inner
        default: return nil
        }
      }
    }
    return whole
  }

  /// A thousand configurations, each with 6 assignments.
  @Test("a check without variables finds the errors of every assignment", arguments: 0..<5)
  func ofRandomConfigurations(_ seed: Int) throws {
    var random = SplitMix(state: UInt64(seed) &+ 7)
    let batch = try Batch((0..<200).map { RandomConfiguration($0, using: &random) })
    let unknown = batch.check(nil)
    var (sound, faulty, fitting) = (0, 0, 0)
    for part in batch.parts {
      if unknown.errors[part.number] == nil { sound += 1 } else { faulty += 1 }
    }
    #expect(unknown.errors[-1] == nil)
    for _ in 0..<6 {
      var values: [String: String] = [:]
      var own: [Int: [String: String]] = [:]
      for part in batch.parts {
        let drawn = part.assignment(using: &random)
        own[part.number] = drawn
        values.merge(drawn) { first, _ in first }
      }
      let known = batch.check(values)
      for part in batch.parts {
        let errors = known.errors[part.number] ?? []
        guard unknown.errors[part.number] == nil,
          fits(own[part.number] ?? [:], unknown.uses[part.number] ?? [])
        else { continue }
        fitting += 1
        #expect(
          errors.isEmpty,
          "\(part.parameters) \(part.services) \(own[part.number] ?? [:]) gives \(errors.map(\.message))"
        )
      }
    }
    // Otherwise the test could not fail.
    #expect(sound > 20 && faulty > 20 && fitting > 100, "\(sound) \(faulty) \(fitting)")
    try showMistakes(of: batch.parts.filter { unknown.errors[$0.number] != nil })
  }

  /// Tries texts of each kind for all variables until every mistake was seen in a load.
  private func showMistakes(of parts: [RandomConfiguration]) throws {
    var open = parts
    var seen: Set<String> = []
    var last: [Int: [Diagnostic]] = [:]
    let texts = [nil, "0", "true", "low", "1s"]
    for index in 0..<125 where !open.isEmpty {
      let batch = try Batch(open)
      last = batch.check(nil).errors
      var values: [String: String] = [:]
      for part in open {
        values[part.variables[0]] = texts[index % 5]
        values[part.variables[1]] = texts[index / 5 % 5]
        values[part.variables[2]] = texts[index / 25]
      }
      let lines = Set(batch.check(values).errors.values.joined().flatMap(\.lines))
      open = open.filter { part in
        let unseen = (last[part.number] ?? []).filter {
          lines.isDisjoint(with: $0.lines) && !seen.contains($0.message)
        }
        for error in last[part.number] ?? [] where !lines.isDisjoint(with: error.lines) {
          seen.insert(error.message)
        }
        return !unseen.isEmpty
      }
    }
    for part in open {
      let unseen = (last[part.number] ?? []).map(\.message).filter { !seen.contains($0) }
      Issue.record("no assignment shows \(unseen) in \(part.parameters), \(part.services)")
    }
  }
}

extension Diagnostic {
  /// The lines of all labels: each service is one line.
  fileprivate var lines: Set<Int> { Set(labels.compactMap { $0.place.span?.start.line }) }
}
