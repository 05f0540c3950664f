import Patchbay

/// Lines of text as parameters that refer to each other, and one argument that takes them.
let fuzzInterpolation: Target = { bytes in
  let lines = bytes.split(separator: 0x0A, maxSplits: 5, omittingEmptySubsequences: false)
  var yaml = "parameters:\n  secret: !secret hunter2\n  list: [1, $(p0)]\n"
  for (index, line) in lines.enumerated() { yaml += "  p\(index): \(quoted(line))\n" }
  yaml += "services:\n  s: { type: ConnectionPool, arguments: { url: $(p0), size: $(p1) } }\n"
  yaml += "  t: { type: Settings, arguments: { names: $(list), endpoint: $(p2) } }\n"
  var limits = LoadLimits()
  limits.valueBytes = 4_096
  limits.expandedParts = 2_048
  var collector = DiagnosticCollector()
  do throws(DiagnosticsError) {
    let configuration = try ServiceConfiguration(
      .bytes(Array(yaml.utf8), name: "services.yaml"),
      settings: LoadSettings(root: fuzzFolder, limits: limits))
    let definitions = configuration.definitions(
      variables: Variables(["A": "$(secret)", "B": "tell-no-one"]), into: &collector)
    _ = Plan.checking(definitions, catalog: .fuzz, into: &collector)
  } catch {
    for diagnostic in error.diagnostics { collector.add(diagnostic) }
  }
  let text = TerminalRenderer().render(collector.diagnostics)
  requireInert(text)
  let input = String(decoding: bytes, as: UTF8.self)
  for secret in ["hunter2", "tell-no-one"] where !input.contains(secret.prefix(3)) {
    require(!text.contains(secret), "`\(secret)` is shown")
  }
}

/// Any bytes as a scalar between double quotes.
private func quoted(_ bytes: ArraySlice<UInt8>) -> String {
  var result = "\""
  for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
    if scalar == "\"" || scalar == "\\" {
      result += "\\"
      result.unicodeScalars.append(scalar)
    } else if scalar.value >= 0x20, scalar.value < 0x7F {
      result.unicodeScalars.append(scalar)
    } else {
      let hex = String(scalar.value, radix: 16)
      result += "\\U" + String(repeating: "0", count: 8 - hex.count) + hex
    }
  }
  return result + "\""
}
