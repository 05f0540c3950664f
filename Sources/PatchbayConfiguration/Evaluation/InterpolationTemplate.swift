import PatchbayYAML

/// A text, split at its `$(…)`.
struct InterpolationTemplate {
  enum Part {
    case text(String)
    case reference(Reference)
  }

  /// One `$(…)`.
  struct Reference {
    /// Its UTF-8 offsets in the whole text, from the `$` to the byte after the `)`.
    let range: Range<Int>
    let kind: Kind

    /// The name of the parameter, or of the source.
    var name: String {
      switch kind {
      case .parameter(let name), .source(let name, _, _): name
      case .variable: "env"
      }
    }
  }

  indirect enum Kind {
    case parameter(String)
    /// `env:NAME`, and the default after `:-`, or after `??`, which keeps an empty text.
    case variable(String, fallback: InterpolationTemplate?, keepsEmpty: Bool)
    /// Any other source, with the range of its name.
    case source(String, nameRange: Range<Int>, argument: InterpolationTemplate)
  }

  /// The UTF-8 offsets in the whole text.
  let range: Range<Int>
  let parts: [Part]

  /// The reference, if the text is exactly one.
  var whole: Reference? {
    if parts.count == 1, case .reference(let reference) = parts[0] { reference } else { nil }
  }

  /// The error of a text that cannot be parsed.
  struct Failure: Error {
    let range: Range<Int>
    let message: String
    let label: String
    var help: String?
    /// The parts that ``help`` says to replace.
    var edits: [(range: Range<Int>, text: String)] = []
    /// Whether it has no part that may be a default, so that all of it can be shown.
    var isPlain = false
    /// Whether a `)` is missing.
    var isUnclosed = false
    /// The offset behind the name, and an operator that can be replaced, of the outermost reference
    /// that cannot be read; nil if it begins none.
    var endOfName: Int?
    /// Whether references nest too deep.
    var isTooDeep = false
  }

  /// Parses a text whose references may nest up to a depth.
  init(_ text: String, deepest: Int = LoadLimits.deepestInterpolation) throws(Failure) {
    var parser = InterpolationParser(text, deepest: deepest)
    do {
      self = try parser.parse()
    } catch {
      var failure = error
      failure.endOfName = failure.endOfName ?? parser.endOfName
      throw failure
    }
  }

  init(range: Range<Int>, parts: [Part]) {
    self.range = range
    self.parts = parts
  }

  /// Returns whether a text contains a `$`, without which it has no references.
  static func mayHoldReferences(_ text: String) -> Bool {
    // For contiguous bytes, the search is a tight loop.
    text.utf8.withContiguousStorageIfAvailable { $0.contains(UInt8(ascii: "$")) }
      ?? text.utf8.contains(UInt8(ascii: "$"))
  }

  /// Returns whether a scalar's text may contain references; a program's texts are never expanded.
  static func mayHoldReferences(_ node: YAMLNode) -> Bool { startOfReferences(node) != nil }

  /// Returns the offset of the first `$` of a scalar's text; nil for none, and for a program's text,
  /// which is never expanded.
  static func startOfReferences(_ node: YAMLNode) -> Int? {
    node.isFromProgram ? nil : node.offset(ofByte: UInt8(ascii: "$"))
  }

  /// Returns whether a text has references or invalid ones, for texts that are never interpolated.
  static func holdsReference(_ text: String) -> Bool {
    guard mayHoldReferences(text) else { return false }
    return (try? InterpolationTemplate(text)).map { !$0.references.isEmpty } ?? true
  }

  /// Returns the range of the name in the `$(name)` at an offset; nil for any other text.
  static func plainName(in bytes: UnsafeRawBufferPointer, at dollar: Int) -> Range<Int>? {
    guard dollar + 1 < bytes.count, bytes[dollar + 1] == UInt8(ascii: "(") else { return nil }
    var end = dollar + 2
    var startOfWord = end
    while end < bytes.count {
      let byte = bytes[end]
      if !Name.isWord(byte) {
        guard end > startOfWord else { return nil }
        if byte == UInt8(ascii: ")") { return dollar + 2..<end }
        guard byte == UInt8(ascii: ".") else { return nil }
        startOfWord = end + 1
      }
      end += 1
    }
    return nil
  }

  /// Returns whether a text is exactly one `$(…)`.
  static func isWhole(_ text: String) -> Bool {
    guard text.utf8.first == UInt8(ascii: "$"), text.utf8.last == UInt8(ascii: ")") else {
      return false
    }
    return (try? InterpolationTemplate(text))?.whole != nil
  }

  /// Returns the name if the text is one plain `$(name)`: a fast path without parsing.
  static func soleParameter(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard text.first == UInt8(ascii: "$"), let name = plainName(in: text, at: 0),
      name.upperBound + 1 == text.count
    else { return nil }
    return UnsafeRawBufferPointer(rebasing: text[name])
  }

  /// All references of the text, including those inside defaults and arguments.
  var references: [Reference] {
    var found: [Reference] = []
    var open = [self]
    while let template = open.popLast() {
      for case .reference(let reference) in template.parts {
        found.append(reference)
        switch reference.kind {
        case .variable(_, let fallback?, _): open.append(fallback)
        case .source(_, _, let argument): open.append(argument)
        default: break
        }
      }
    }
    return found
  }
}
