import PatchbayCore
import PatchbayDiagnostics

/// The text of a first configuration: every type of a catalog, as a service or as a comment.
struct FirstConfiguration {
  private let wiring: FirstWiring
  private var variables: Set<String> = []
  private(set) var lines: [String] = []

  /// Creates the text; the modeline is the comment that names the schema, for editors.
  init(program: String, catalog: FactoryCatalog, modeline: String) {
    wiring = FirstWiring(catalog)
    lines = [
      modeline,
      "# The types of `\(DisplayText.line(program))`: keep what the program needs, and rename it.",
      "version: 1", "",
    ]
    let roots = wiring.roots
    if !roots.isEmpty {
      lines += [
        "# What the program asks for. `check` reports what these do not lead to.", "roots:",
      ]
      lines += roots.map { "  - \($0)" }
      lines.append("")
    }
    let services = wiring.entries.filter(\.isService)
    lines.append(services.isEmpty ? "services: {}" : "services:")
    for (index, entry) in services.enumerated() {
      if index > 0 { lines.append("") }
      add(entry)
    }
    for entry in wiring.entries where !entry.isService {
      let name = wiring.missing(for: entry)?.name ?? ""
      lines += ["", "  # No other type provides what `\(DisplayText.line(name))` takes:"]
      let first = lines.count
      add(entry)
      for index in first..<lines.count {
        // The comment of an optional argument stays one when the entry is uncommented.
        lines[index] = "  # " + lines[index].dropFirst(2)
      }
    }
  }

  /// The number of services.
  var count: Int { wiring.entries.count(where: \.isService) }

  var text: String { lines.joined(separator: "\n") + "\n" }

  private mutating func add(_ entry: FirstWiring.Entry) {
    lines += ["  \(entry.key):", "    type: \(YAMLText.key(entry.type.name))"]
    let arguments = entry.type.arguments
    let required = arguments.filter { !$0.isOptional }
    if !required.isEmpty { lines.append("    arguments:") }
    for input in required {
      lines.append("      \(YAMLText.key(input.name)): \(value(of: input, for: entry))")
    }
    let optional = arguments.filter(\.isOptional)
    if !optional.isEmpty {
      if required.isEmpty { lines.append("    # arguments:") }
      lines += optional.map { "      # \(comment(on: $0, for: entry))" }
    }
    if !entry.type.properties.isEmpty {
      lines.append("    # properties:")
      lines += entry.type.properties.map { "      # \(comment(on: $0, for: entry))" }
    }
  }

  /// Returns what may be written for a parameter that may be left out.
  private func comment(on input: WiringModel.Input, for entry: FirstWiring.Entry) -> String {
    let name = YAMLText.key(input.name)
    switch input.form {
    case .service:
      return "\(name): !ref \(wiring.provider(of: input, for: entry) ?? "KEY")"
    case .optionalService:
      return "\(name): !optional \(wiring.provider(of: input, for: entry) ?? "KEY")"
    case .serviceList:
      let keys = wiring.providers(of: input, for: entry).map { "!ref \($0)" }
      return "\(name): \(keys.isEmpty ? "!tagged TAG" : "[\(keys.joined(separator: ", "))]")"
    case .serviceMap: return "\(name): !tagged TAG"
    case .value: return DisplayText.line(input.declaration)
    }
  }

  /// Returns the value of a required parameter.
  private mutating func value(
    of input: WiringModel.Input, for entry: FirstWiring.Entry
  ) -> String {
    guard case .value(let shape) = input.form else {
      return "!ref \(wiring.provider(of: input, for: entry) ?? "KEY")"
    }
    switch shape {
    case .list: return "[]"
    case .map: return "{}"
    case .cases(let texts, _):
      let others = texts.dropFirst().map { DisplayText.line($0) }
      let comment = others.isEmpty ? "" : "  # or \(others.joined(separator: ", "))"
      return YAMLText.scalar(WrittenText.escaped(texts[0])) + comment
    case .text, .flag, .number, .duration, .integer, .readable, .unknown:
      let mark = SecretNames.isSecret(input.name) ? "!secret " : ""
      let type = shape == .unknown ? "  # \(DisplayText.line(input.declaration))" : ""
      return "\(mark)$(env:\(variable(of: input, for: entry)))\(type)"
    }
  }

  /// Returns the name of a variable for a parameter: each is read by one.
  private mutating func variable(
    of input: WiringModel.Input, for entry: FirstWiring.Entry
  ) -> String {
    let words = FirstWiring.words(of: entry.key) + FirstWiring.words(of: input.name)
    var base = words.map { $0.uppercased() }.joined(separator: "_")
    if base.utf8.first.map({ $0 < 0x3A }) ?? true { base = "VALUE_" + base }
    return variables.insertUnused(base, separator: "_")
  }
}
