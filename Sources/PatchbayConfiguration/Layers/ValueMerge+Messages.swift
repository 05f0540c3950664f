import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension ValueMerge.Owner {
  /// A value at a path as a sentence names it.
  func words(for path: [String]) -> String {
    switch self {
    case .parameters: return "the parameter `\(path.joined(separator: "."))`"
    case .service(let key): return Self.words(for: path, of: "`\(key)`")
    case .template(let key): return Self.words(for: path, of: "the template `\(key)`")
    case .section(let name): return Self.words(for: path, of: "`\(name)`")
    }
  }

  private static func words(for path: [String], of owner: String) -> String {
    let rest = path.dropFirst().joined(separator: ".")
    switch path.first {
    case nil: return owner
    case let field? where rest.isEmpty: return "`\(field)` of \(owner)"
    case "arguments": return "the argument `\(rest)` of \(owner)"
    case "properties": return "the property `\(rest)` of \(owner)"
    case "tags": return "the tag `\(rest)` of \(owner)"
    case "timeouts": return "the timeout `\(rest)` of \(owner)"
    case let field?: return "`\(field).\(rest)` of \(owner)"
    }
  }
}

extension LayeredValue.Shape {
  /// The shape in words, for messages about values that do not fit.
  var words: String {
    switch self {
    case .map: "a map"
    case .list: "a list"
    case .null: "null"
    case .inline: "an inline service"
    default: "a scalar"
    }
  }
}

extension ValueMerge {
  /// A value of another shape than the one below, without `!replace`.
  func mergeShape(_ upper: LayeredValue, over lower: LayeredValue) -> Diagnostic {
    let (above, below) = (upper.shape.words, lower.shape.words)
    return Diagnostic(
      .mergeShape,
      "\(owner.words(for: currentPath)) is \(below) in a lower layer and \(above) here",
      at: upper.node.place, "\(above) cannot be merged with \(below)"
    )
    .label(lower.origin.place, "\(below) in the layer `\(stack.layers[lower.layer].name)`")
    .fix(replacing(upper, over: lower, above))
  }

  private func replacing(
    _ upper: LayeredValue, over lower: LayeredValue, _ above: String
  ) -> Diagnostic.FixIt? {
    // A parameter of a program has no marks.
    guard let span = upper.node.place.span else { return nil }
    let start = SourceSpan(span.file, span.range.lowerBound..<span.range.lowerBound)
    if lower.shape == .inline {
      return .init(
        "to change the inline service, mark the map with `!inline`",
        edits: [.init(start, "!inline ")])
    }
    if upper.shape == .null { return .init("to take it away, write `!remove`") }
    return .init(
      "to put \(above) in its place, mark it with `!replace`", edits: [.init(start, "!replace ")])
  }
}
