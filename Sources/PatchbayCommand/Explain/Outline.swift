import Patchbay
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

  /// Adds a value under its name, every leaf of it with the lines that set it.
  mutating func add(
    _ name: String, _ value: ConfigurationValue, depth: Int, _ sources: ValueSources
  ) {
    let parts = value.parts
    guard !parts.isEmpty || value.inlineDefinition != nil else {
      let written = sources.writtenForm(of: value).map { ", from \($0)" } ?? ""
      add("\(name): \(value.leafText)\(written)", depth: depth)
      add(sources.lines(of: value), depth: depth + 1)
      return
    }
    let inline = value.inlineDefinition.map { definition in
      " !inline \(DisplayText.line(definition.type?.text ?? "(no type is known)"))"
    }
    add("\(name):\(inline ?? "")", depth: depth)
    // If a whole list or map replaced another, its place is more informative than those of its
    // leaves.
    if !value.provenance.overridden.isEmpty { add(sources.lines(of: value), depth: depth + 1) }
    for (name, part) in parts { add(name, part, depth: depth + 1, sources) }
  }
}

extension ConfigurationValue {
  /// The parts of the value, by name or number; empty for a leaf, and if no part may be shown.
  fileprivate var parts: [(String, ConfigurationValue)] {
    guard hasOpenPart else { return [] }
    switch content {
    case .list(let elements):
      return elements.enumerated().map { ("[\($0.offset)]", $0.element) }
    case .map(let entries): return entries.map { (DisplayText.line($0.key), $0.value) }
    default:
      return (inlineDefinition?.arguments ?? []).map { (DisplayText.line($0.name), $0.value) }
    }
  }

  /// Whether it or a part of it may be shown; the parser limits the depth.
  private var hasOpenPart: Bool {
    if disclosure == .open { return true }
    return switch content {
    case .list(let elements): elements.contains(where: \.hasOpenPart)
    case .map(let entries): entries.contains(where: \.value.hasOpenPart)
    case .null, .scalar, .unknown, .service, .faulty: false
    }
  }

  fileprivate var inlineDefinition: Definition? {
    if case .service(let use) = content, case .inline(let definition) = use.target {
      definition
    } else {
      nil
    }
  }

  /// The parts of the value that may be shown, on one line.
  fileprivate var leafText: String {
    switch disclosure {
    case .secret: return "[secret]"
    case .external: return "[external]"
    case .open: break
    }
    switch content {
    case .null: return "null"
    case .scalar(let scalar):
      let text = DisplayText.line(scalar.text)
      return scalar.isQuoted || text.isEmpty ? "\"\(text)\"" : text
    case .list: return "[]"
    case .map: return "{}"
    case .unknown(let text): return DisplayText.line(text.description)
    case .faulty: return "(not known, because of a mistake)"
    case .service(let use):
      return switch use.target {
      case .reference(let key): "!ref \(DisplayText.line(key.text))"
      case .optional(let key): "!optional \(DisplayText.line(key.text))"
      case .tagged(let tag): "!tagged \(DisplayText.line(tag.text))"
      case .inner: "!inner"
      case .inline: "!inline"
      }
    }
  }
}
