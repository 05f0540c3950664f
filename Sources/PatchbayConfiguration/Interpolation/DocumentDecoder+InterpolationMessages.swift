import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension DocumentDecoder {
  func wrongSyntax(_ failure: InterpolationTemplate.Failure, _ source: TextSource) -> Diagnostic {
    if failure.isTooDeep { return tooDeep(failure, source) }
    // Of a secret nothing may be quoted, not even what stands for it.
    let isSecret = source.disclosure == .secret
    let cut = isSecret || !failure.isUnclosed ? nil : CutReference(source.node)
    return Diagnostic(
      .interpolationSyntax,
      isSecret ? "the `$(…)` in this secret cannot be read" : failure.message,
      labels: [.init(source.place(of: failure.range), failure.label)],
      fixIts: cut.map { [$0.fixIt] } ?? failure.help.map { [.init($0)] } ?? []
    )
  }

  private func tooDeep(
    _ failure: InterpolationTemplate.Failure, _ source: TextSource
  ) -> Diagnostic {
    let (name, value) = ("interpolationDepth", context.limits.safeInterpolationDepth)
    let canBeRaised = value < LoadLimits.deepestInterpolation
    return Diagnostic(
      .limitExceeded, failure.message,
      labels: [.init(source.place(of: failure.range), failure.label)],
      notes: [LimitWords.note(name, value)],
      fixIts: [
        .init(
          canBeRaised
            ? LimitWords.advice(name) : "give the inner ones names of their own under `parameters`")
      ]
    )
  }

  /// A list, a map or nothing in the middle of a text.
  func notText(
    _ value: ConfigurationValue, _ reference: InterpolationTemplate.Reference,
    _ source: TextSource
  ) -> Diagnostic {
    let what: String
    switch value.content {
    case .list: what = "a list"
    case .map: what = "a map"
    default: what = "null"
    }
    var name = "`$(…)`"
    if case .parameter(let parameter) = reference.kind { name = "`\(parameter)`" }
    return Diagnostic(
      .wrongNodeKind,
      "\(name) is \(what) and cannot stand inside a text",
      labels: [
        .init(source.place(of: reference.range), "expected a text or a number"),
        .init(value.place, "\(what) is given here"),
      ],
      notes: ["a value that is exactly one `$(…)` keeps the shape of what it refers to"]
    )
  }

  func tooLong(_ name: String, _ limit: Int, _ source: TextSource) -> Diagnostic {
    Diagnostic(
      .limitExceeded,
      name == "valueBytes"
        ? "\(subject.words) becomes longer than \(LimitWords.grouped(limit)) bytes by interpolation"
        : "all interpolated values together become longer than \(LimitWords.grouped(limit)) bytes",
      labels: [.init(.span(source.node.contentSpan), "too long")],
      notes: [LimitWords.note(name, limit)],
      fixIts: [.init(LimitWords.advice(name))]
    )
  }

  /// Warns of `${`, which is the spelling of shells and of other formats.
  mutating func warnOfBraces(_ source: TextSource) {
    guard mode != .shape, source.text.utf8.contains(UInt8(ascii: "{")) else { return }
    let bytes = Array(source.text.utf8)
    var index = 0
    while index + 1 < bytes.count {
      defer { index += 1 }
      guard bytes[index] == UInt8(ascii: "$"), bytes[index + 1] == UInt8(ascii: "{") else {
        continue
      }
      let end = Self.endOfBraces(in: bytes, from: index + 2)
      let range = index..<(end.map { $0 + 1 } ?? index + 2)
      let place = source.place(of: range)
      var fixIts: [Diagnostic.FixIt] = []
      if let end, let span = place.span, span.range.count == range.count,
        source.disclosure != .secret
      {
        let inner = String(decoding: bytes[index + 2..<end], as: UTF8.self)
        let replacement = Self.looksLikeVariable(inner) ? "$(env:\(inner))" : "$(\(inner))"
        fixIts.append(
          .init("to interpolate, write `\(replacement)`", edits: [.init(span, replacement)]))
      } else {
        fixIts.append(.init("to interpolate, write `$(…)`"))
      }
      report(
        Diagnostic(
          .suspiciousInterpolation,
          severity: .warning,
          "`${` is plain text here",
          labels: [.init(place, "not interpolated")],
          fixIts: fixIts
        ))
    }
  }

  /// The `}` that closes a `${`; nil where another `${` or the end of the line comes first.
  private static func endOfBraces(in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: "}"), bytes[index] != 0x0A {
      let isNext =
        bytes[index] == UInt8(ascii: "$") && index + 1 < bytes.count
        && bytes[index + 1] == UInt8(ascii: "{")
      if isNext { break }
      index += 1
    }
    WorkMeter.count(index - start + 1)
    return index < bytes.count && bytes[index] == UInt8(ascii: "}") ? index : nil
  }

  /// Whether a name is spelt like those of environment variables, or has a shell's default.
  private static func looksLikeVariable(_ name: String) -> Bool {
    let head = name.utf8.prefix { $0 != UInt8(ascii: ":") }
    return !head.isEmpty
      && head.allSatisfy {
        $0 == UInt8(ascii: "_") || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
  }

  /// Tells about variables and parameters that nobody set: each once, with its uses.
  mutating func tellMissing() {
    for name in missingVariables.names {
      let places = missingVariables.places[name] ?? []
      let near = nearMisses(
        of: name, in: context.variables.keys, within: collector.hints)
      report(
        Diagnostic(
          .missingEnvironmentVariable,
          "the environment variable `\(name)` is not set",
          labels: Self.useLabels(places, "used here"),
          fixIts: Self.missingColon(name) + Diagnostic.didYouMean(near, replacing: nil)
            + [.init("set it, or give a default: `$(env:\(name):-default)`")]
        ))
    }
    for name in requiredParameters.names {
      guard let row = parameters[name] else { continue }
      report(requiredParameter(parameters.rows[row], requiredParameters.places[name] ?? []))
    }
  }

  /// A default behind `-` alone: variables hardly ever have a dash in their names.
  private static func missingColon(_ name: String) -> [Diagnostic.FixIt] {
    guard let dash = name.utf8.firstIndex(of: UInt8(ascii: "-")), dash > name.startIndex else {
      return []
    }
    let (variable, fallback) = (name[..<dash], name[name.utf8.index(after: dash)...])
    return [
      .init("a default follows `:-`; was `$(env:\(variable):-\(fallback))` meant?")
    ]
  }

  private func requiredParameter(
    _ row: ParameterTable.Row, _ places: [SourcePlace]
  ) -> Diagnostic {
    let layer = document.stack.layers[row.value.layer].name
    let node = row.value.node
    let purpose = node.text.isEmpty ? "" : ": \(node.text)"
    let place = context.environment.map { " in the environment `\($0)`" } ?? ""
    let others = document.stack.others.settings(
      ofParameter: row.name, within: collector.hints
    ).map(\.environment)
    let number = others.count == 1 ? "environment" : "environments"
    return Diagnostic(
      .requiredParameter,
      "no layer sets the required parameter `\(row.name)`\(place)",
      labels: Self.useLabels(places, "used here") + [
        .init(.span(node.span), "required by the layer `\(layer)`\(purpose)")
      ],
      notes: others.isEmpty ? [] : ["it is set for the \(number) \(quotedList(others))"],
      fixIts: [
        .init(
          "set it in a layer above",
          suggestion: "parameters: { \(row.name): <value> }")
      ]
    )
  }

  private static func useLabels(_ places: [SourcePlace], _ first: String) -> [Diagnostic.Label] {
    places.enumerated().map { .init($1, $0 == 0 ? first : "and here") }
  }
}
