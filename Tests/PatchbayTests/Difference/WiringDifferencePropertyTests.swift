import Foundation
import Patchbay
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayConfiguration

@Suite("A difference agrees with the hash, and its mirror is the difference of the mirror")
struct WiringDifferencePropertyTests {
  @Test("nothing differs from itself")
  func itself() throws {
    var count = 0
    for example in ReferenceExample.all where example.expected.isEmpty {
      guard let model = try example.model() else { continue }
      count += 1
      let found = WiringDifference(from: ComparedWiring(model), to: ComparedWiring(model))
      #expect(found.isEmpty, "\(example): \(found)")
    }
    #expect(count > 40)
  }

  /// How many edits are generated.
  private static let edits = Int(ProcessInfo.processInfo.environment["PATCHBAY_EDITS"] ?? "") ?? 100

  @Test("a service is reported exactly if a program observes something else of it")
  func edits() throws {
    var random = SplitMix(state: 45)
    var changed = 0
    for number in 0..<Self.edits {
      let before = EditedConfiguration(&random)
      var after = before
      for _ in 0..<Int.random(in: 1...3, using: &random) { after.edit(&random) }
      guard let old = before.model(), let new = after.model() else { continue }
      changed += 1
      let (first, second) = (ComparedWiring(old), ComparedWiring(new))
      let comparison = WiringComparison(first, second, files: [])
      let found = comparison.difference()
      let texts = "edit \(number)\n\(before.yaml)\n→\n\(after.yaml)\n\(found)"

      let lines = (Self.observed(old), Self.observed(new))
      let renamed = Set(
        found.changes.filter { $0.kind == .renamed }.flatMap { [$0.key, $0.before ?? ""] })
      let both = Set(lines.0.keys).intersection(lines.1.keys)
      let differing = both.filter { lines.0[$0] != lines.1[$0] }
      if renamed.isEmpty, before.secrets == after.secrets {
        #expect(Set(comparison.differing.map(\.text)) == differing, "\(texts)")
        let isEqual =
          old.hash == new.hash && old.roots.map(\.text).sorted() == new.roots.map(\.text).sorted()
        #expect(found.isEmpty == isEqual, "\(texts)")
      }
      let reported = Set(found.changes.map(\.key)).union(found.reached.map(\.key)).union(renamed)
      // One that is neither gets what it got: its users get another decorator or alias in its place.
      let silent = differing.subtracting(reported)
      for key in silent {
        #expect(
          Self.edges(lines.0[key] ?? []) == Self.edges(lines.1[key] ?? []), "\(key) \(texts)")
      }
      let onOneSide = Set(lines.0.keys).symmetricDifference(lines.1.keys)
      #expect(onOneSide.isSubset(of: reported), "\(texts)")
      if before.secrets != after.secrets { #expect(!found.isEmpty, "\(texts)") }
      #expect(!"\(found)".contains("hunter"), "\(texts)")

      let mirror = WiringDifference(from: second, to: first)
      #expect(
        Set(found.changes.map(Sides.init)) == Set(mirror.changes.map { Sides($0).mirrored }),
        "\(texts)\n\(mirror)")
    }
    #expect(changed > Self.edits / 2)
  }

  /// A change without its place, and without who reads it.
  private struct Sides: Hashable {
    var kind: WiringDifference.Change.Kind
    let key: String
    let field: String?
    let (before, after): (String?, String?)

    init(_ change: WiringDifference.Change) {
      (kind, key, field) = (change.kind, change.key, change.field)
      (before, after) = (change.before, change.after)
    }

    private init(_ other: Sides) {
      kind = other.kind == .added ? .removed : other.kind == .removed ? .added : other.kind
      (key, field, before, after) =
        kind == .renamed
        ? (other.before ?? "", other.field, other.key, other.before)
        : (other.key, other.field, other.after, other.before)
    }

    var mirrored: Sides { Sides(self) }
  }

  private static func edges(_ lines: Set<String>) -> Set<String> {
    lines.filter { $0.hasPrefix("{\"from\"") }
  }

  /// Returns what the hash covers of each service: its own line, and those of its dependencies.
  private static func observed(_ model: WiringModel) -> [String: Set<String>] {
    var result: [String: Set<String>] = [:]
    for line in model.observed.split(separator: "\n") {
      let text = line.drop { $0 == " " || $0 == "," }.prefix { $0 != "\n" }
      for start in ["{\"key\": \"", "{\"from\": \""] where text.hasPrefix(start) {
        let key = text.dropFirst(start.count).prefix { $0 != "\"" }
        result[String(key), default: []].insert(
          text.hasSuffix(",") ? String(text.dropLast()) : String(text))
      }
    }
    return result
  }
}

/// A configuration of the sample's types that can be edited.
private struct EditedConfiguration {
  /// A part of it, such as `size: 4`, by what it is a part of.
  private var services: [String: [String: String]] = [:]
  private var parameters: [String: String] = [:]
  private var roots: Set<String> = []
  private(set) var secrets: [String: String] = [:]

  private static let pools = ["pool", "pool.b"]
  private static let sessions = ["session", "session.b", "session.c"]
  private static let stores = ["store", "store.b", "store.c"]

  init(_ random: inout some RandomNumberGenerator) {
    for key in Self.pools { services[key] = Self.pool(&random) }
    for key in Self.sessions { services[key] = Self.session(&random) }
    for key in Self.stores { services[key] = Self.store(&random) }
    parameters = ["host": "a", "size": "4", "url": "\"x://$(host)/y\""]
    secrets = ["key": "hunter0"]
    for _ in 0..<5 { edit(&random) }
  }

  private static func pool(_ random: inout some RandomNumberGenerator) -> [String: String] {
    [
      "type": "Pool",
      "url": ["$(url)", "x", "$(host)", "y-$(host)"].randomElement(using: &random)!,
      "size": ["4", "$(size)", "$(env:SIZE:-4)"].randomElement(using: &random)!,
      "password": ["$(key)", "!secret $(env:PW)"].randomElement(using: &random)!,
    ]
  }

  private static func session(_ random: inout some RandomNumberGenerator) -> [String: String] {
    [
      "type": ["Session", "Twin"].randomElement(using: &random)!,
      "pool": (["link"] + pools).map { "!ref \($0)" }.randomElement(using: &random)!,
      "scope": ["singleton", "transient"].randomElement(using: &random)!,
    ]
  }

  private static func store(_ random: inout some RandomNumberGenerator) -> [String: String] {
    [
      "type": "Store", "pool": "!ref \(pools.randomElement(using: &random)!)",
      "folder": ["$(host)", "f", "$(env:F)"].randomElement(using: &random)!, "motto": "m",
      "tags": ["[part]", "{ part: { priority: 2 } }", "[]", "{ part: { priority: -1 } }"]
        .randomElement(using: &random)!,
    ]
  }

  mutating func edit(_ random: inout some RandomNumberGenerator) {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: services[Self.pools[1]] = Self.pool(&random)
    case 1: services[Self.sessions.randomElement(using: &random)!] = Self.session(&random)
    case 2: services[Self.stores.randomElement(using: &random)!] = Self.store(&random)
    case 3: parameters["host"] = ["a", "b", "$(env:HOST)"].randomElement(using: &random)!
    case 4: parameters["size"] = ["4", "5", "$(env:SIZE)"].randomElement(using: &random)!
    case 5: secrets["key"] = "hunter\(Int.random(in: 0..<3, using: &random))"
    case 6: services[Self.sessions.randomElement(using: &random)!] = nil
    case 7: roots.formSymmetricDifference([Self.stores.randomElement(using: &random)!])
    case 8:
      services["cache"] = [
        "type": "Cache", "decorates": Self.stores.randomElement(using: &random)!, "inner": "!inner",
        "priority": ["1", "5"].randomElement(using: &random)!,
      ]
    case 9:
      services["cache.b"] = [
        "type": "Cache", "decorates": Self.stores.randomElement(using: &random)!, "inner": "!inner",
        "priority": ["2", "3"].randomElement(using: &random)!,
      ]
    case 10: services[["cache", "cache.b"].randomElement(using: &random)!] = nil
    default:
      let store = Self.stores.randomElement(using: &random)!
      services[store]?["after"] = ["[pool]", "[session]", "[]"].randomElement(using: &random)!
      services[store]?["timeouts"] = ["{ start: 1s }", "{ stop: 2s }"].randomElement(
        using: &random)!
    }
  }

  var yaml: String {
    let fields: Set<String> = [
      "type", "scope", "tags", "decorates", "priority", "after", "timeouts",
    ]
    var lines = ["roots: [\(roots.sorted().joined(separator: ", "))]", "parameters:"]
    lines += parameters.sorted { $0.key < $1.key }.map { "  \($0): \($1)" }
    lines += secrets.map { "  \($0): !secret \($1)" }
    lines += ["services:", "  link: { alias: pool }"]
    for (key, parts) in services.sorted(by: { $0.key < $1.key }) {
      let own = parts.filter { fields.contains($0.key) }.sorted { $0.key < $1.key }.map {
        "\($0): \($1)"
      }
      let arguments = parts.filter { !fields.contains($0.key) }.sorted { $0.key < $1.key }.map {
        "\($0): \($1)"
      }
      lines.append(
        "  \(key): { \((own + ["arguments: { \(arguments.joined(separator: ", ")) }"]).joined(separator: ", ")) }"
      )
    }
    lines.append("  server: { type: Twin, arguments: { pool: !ref pool.b } }")
    return lines.joined(separator: "\n") + "\n"
  }

  /// The model; nil if it has errors.
  func model() -> WiringModel? {
    var collector = DiagnosticCollector()
    return try? ServiceConfiguration(.inline(yaml, fileID: "Edit/services.yaml", line: 1))
      .model(catalog: ModelSample.catalog, into: &collector)
  }
}
