import PatchbayYAML

/// A text taken apart at its `$(…)`.
struct InterpolationTemplate {
  enum Part {
    case text(String)
    case reference(Reference)
  }

  /// One `$(…)`.
  struct Reference {
    /// Its UTF-8 offsets in the whole text, from the `$` to after the `)`.
    let range: Range<Int>
    let kind: Kind

    /// What it names: a parameter, or a source and nothing of what that is asked for.
    var name: String {
      switch kind {
      case .parameter(let name), .source(let name, _, _): name
      case .variable: "env"
      }
    }
  }

  indirect enum Kind {
    case parameter(String)
    /// `env:NAME`, and the default after `:-`.
    case variable(String, fallback: InterpolationTemplate?)
    /// Any other source, with the range of its name.
    case source(String, nameRange: Range<Int>, argument: InterpolationTemplate)
  }

  /// The UTF-8 offsets in the whole text.
  let range: Range<Int>
  let parts: [Part]

  /// The reference, where the text is exactly one.
  var whole: Reference? {
    if parts.count == 1, case .reference(let reference) = parts[0] { reference } else { nil }
  }

  /// Why a text is no template.
  struct Failure: Error {
    let range: Range<Int>
    let message: String
    let label: String
    var help: String?
    /// Whether its `)` is missing.
    var isUnclosed = false
    /// Whether nothing is wrong but the depth.
    var isTooDeep = false
  }

  /// Parses a text in which references nest at most so deep.
  init(_ text: String, deepest: Int = LoadLimits.deepestInterpolation) throws(Failure) {
    var parser = InterpolationParser(text, deepest: deepest)
    self = try parser.parse()
  }

  init(range: Range<Int>, parts: [Part]) {
    self.range = range
    self.parts = parts
  }

  /// Whether a text could be more than plain text.
  static func mayHoldReferences(_ text: String) -> Bool {
    // Over contiguous bytes it is one tight loop.
    text.utf8.withContiguousStorageIfAvailable { $0.contains(UInt8(ascii: "$")) }
      ?? text.utf8.contains(UInt8(ascii: "$"))
  }

  /// Whether a scalar's text could be more than plain text; a program's texts are data.
  static func mayHoldReferences(_ node: YAMLNode) -> Bool {
    node.hasByte(UInt8(ascii: "$")) && !node.isFromProgram
  }

  /// Whether a text that is never interpolated looks as if it should be.
  static func holdsReference(_ text: String) -> Bool {
    guard mayHoldReferences(text) else { return false }
    return (try? InterpolationTemplate(text)).map { !$0.references.isEmpty } ?? true
  }

  /// The name in a `$(name)` that begins at an offset; nil for anything else that a dollar begins.
  static func plainName(in bytes: UnsafeRawBufferPointer, at dollar: Int) -> Range<Int>? {
    guard dollar + 1 < bytes.count, bytes[dollar + 1] == UInt8(ascii: "(") else { return nil }
    var end = dollar + 2
    var previous = UInt8(ascii: ".")
    while end < bytes.count, bytes[end] != UInt8(ascii: ")") {
      let byte = bytes[end]
      let isDot = byte == UInt8(ascii: ".")
      guard Name.isWord(byte) || isDot && previous != byte else { return nil }
      previous = byte
      end += 1
    }
    guard end < bytes.count, previous != UInt8(ascii: ".") else { return nil }
    return dollar + 2..<end
  }

  /// Whether a text is exactly one `$(…)`.
  static func isWhole(_ text: String) -> Bool {
    guard text.utf8.first == UInt8(ascii: "$"), text.utf8.last == UInt8(ascii: ")") else {
      return false
    }
    return (try? InterpolationTemplate(text))?.whole != nil
  }

  /// The name, where the text is one plain `$(name)`: a fast path that needs no parse.
  static func soleParameter(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard text.first == UInt8(ascii: "$"), let name = plainName(in: text, at: 0),
      name.upperBound + 1 == text.count
    else { return nil }
    return UnsafeRawBufferPointer(rebasing: text[name])
  }

  /// All references of the text, those inside defaults and arguments too.
  var references: [Reference] {
    var found: [Reference] = []
    var open = [self]
    while let template = open.popLast() {
      for case .reference(let reference) in template.parts {
        found.append(reference)
        switch reference.kind {
        case .variable(_, let fallback?): open.append(fallback)
        case .source(_, _, let argument): open.append(argument)
        default: break
        }
      }
    }
    return found
  }
}
