internal import CPatchbayYAML

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads a text's events with libyaml and copies each out of C memory immediately.
///
/// Not copyable, because it owns C memory: the parser and the bytes the parser reads from. Both are
/// freed in `deinit`, so on every path.
struct EventReader: ~Copyable {
  // Safe because the three pointers below are allocated in `init`, initialized there, never handed
  // out, and freed once in `deinit`, which runs once as the type is not copyable. The parser is on
  // the heap because libyaml keeps its address as the data of its read handler; the event, so that
  // all events use the same memory.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>
  /// The bytes of the text. Never empty, because padding follows them, and so it always has an
  /// address.
  private let input: UnsafeMutableBufferPointer<UInt8>

  /// The texts of scalars that are not verbatim in the source, one after another, each after its
  /// length.
  private(set) var copies: [UInt8] = []
  private(set) var tags = NameTable()
  private(set) var anchors = NameTable()
  private var cursor: OffsetCursor
  /// Whether the text is pure ASCII, so that offsets need no conversion.
  let isASCII: Bool

  /// Creates a reader of a text.
  ///
  /// With `readsInPlace`, the parser reads the text in place, which only some versions of libyaml
  /// are known to allow; otherwise libyaml copies it.
  init(_ text: CheckedText, readsInPlace: Bool = Self.knowsLibrary) throws(YAMLProblem) {
    cursor = OffsetCursor(text)
    isASCII = text.isASCII
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(
      capacity: text.bytes.count + Self.padding)
    _ = memory.initialize(from: text.bytes)
    memory[text.bytes.count...].initialize(repeating: 0)
    input = UnsafeMutableBufferPointer(rebasing: memory[..<text.bytes.count])
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    event = .allocate(capacity: 1)
    event.initialize(to: yaml_event_t())
    // It fails only for lack of memory. libyaml has freed its own memory by then, and `deinit`,
    // which runs after this throw because all properties are initialized, deletes a parser of
    // zeros.
    guard yaml_parser_initialize(parser) == 1 else { throw .lackOfMemory }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    if readsInPlace {
      readInPlace(text)
    } else {
      // The bytes do not move until `deinit`.
      yaml_parser_set_input_string(
        parser, input.baseAddress! + text.contentStart, text.bytes.count - text.contentStart)
    }
  }

  /// Whether the libyaml in use is a version for which ``readInPlace(_:)`` is known to be correct.
  static let knowsLibrary: Bool = {
    var (major, minor, patch): (CInt, CInt, CInt) = (0, 0, 0)
    yaml_get_version(&major, &minor, &patch)
    return isKnown(major, minor, patch)
  }()

  /// Whether a version is known: from 0.2.2 to 0.2.5 libyaml's reader and the layout of its parser
  /// are the same.
  static func isKnown(_ major: CInt, _ minor: CInt, _ patch: CInt) -> Bool {
    major == 0 && minor == 2 && (2...5).contains(patch)
  }

  /// Lets the parser read the input in place.
  ///
  /// libyaml would check the bytes once more and copy them, one by one, into its own buffer: a
  /// seventh of all that it does for a text. So the parser is put into the state that results from
  /// that: the whole text is in the buffer, followed by a NUL, and nothing is left to be read.
  private func readInPlace(_ text: CheckedText) {
    // Never read, because `eof` is set; libyaml asserts that an input is set.
    withUnsafePointer(to: 0 as UInt8) { yaml_parser_set_input_string(parser, $0, 0) }
    parser.pointee.eof = 1
    let content = input[text.contentStart...]
    // In characters instead of bytes, and including the NUL.
    parser.pointee.unread =
      1 + (text.isASCII ? content.count : content.count { $0 & 0xC0 != 0x80 })
    // Within bounds: a checked text has at least `contentStart` bytes, followed by the padding. The
    // input lives as long as the parser, which only reads from `pointer` on, and not beyond a NUL;
    // `start` remains the address that libyaml allocated, because that is the one it frees.
    parser.pointee.buffer.pointer = input.baseAddress! + text.contentStart
    parser.pointee.buffer.last = input.baseAddress! + text.bytes.count + 1
  }

  /// The number of zeros after the input: the terminating NUL, and more than the parser ever looks
  /// ahead.
  private static let padding = 8

  deinit {
    yaml_parser_delete(parser)
    parser.deinitialize(count: 1)
    parser.deallocate()
    event.deinitialize(count: 1)
    event.deallocate()
    input.baseAddress!.deallocate()
  }

  /// Reads the next event; nil after the last one and after a problem.
  @inline(__always)
  mutating func next() throws(YAMLProblem) -> YAMLEvent? {
    // libyaml overwrites the event without reading it; on failure it leaves nothing to free.
    guard yaml_parser_parse(parser, event) == 1 else { throw problem() }
    // The memory that the event points to is freed after it was copied.
    defer { deleteEvent() }
    return copyEvent()
  }

  @inline(__always)
  private func deleteEvent() {
    let scalar = event.pointee.data.scalar
    // The event's type selects the member of the union. Most scalars have a text alone, which libyaml
    // has from `malloc`: deleting all of each event takes 1 % of a load.
    if event.pointee.type == YAML_SCALAR_EVENT, scalar.anchor == nil, scalar.tag == nil {
      free(scalar.value)
    } else {
      yaml_event_delete(event)
    }
  }
}

extension EventReader {
  /// Calls a closure with the bytes of a scalar's text.
  @inline(__always)
  func withText<Result>(
    of record: NodeRecord, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    // The pointer of the input ends with self.
    record.withText(in: UnsafeRawBufferPointer(input), copies, body)
  }

  @inline(__always)
  private mutating func copyEvent() -> YAMLEvent? {
    // A local pointer does not access self, so that self can change below.
    let raw = event
    let lower = offset(ofCharacter: raw.pointee.start_mark.index)
    let upper = offset(ofCharacter: raw.pointee.end_mark.index)
    // The event's type selects the member of the union, as libyaml's header specifies.
    switch raw.pointee.type {
    case YAML_SCALAR_EVENT:
      var copy = YAMLEvent(.scalar, from: lower, to: upper)
      let scalar = raw.pointee.data.scalar
      copy.style = Self.style(scalar.style)
      copy.anchor = Self.number(of: scalar.anchor, in: &anchors)
      copy.tag = Self.number(of: scalar.tag, in: &tags)
      // `length`, not the C string's end: a quoted scalar may contain NUL.
      copy.text = text(
        UnsafeBufferPointer(start: scalar.value, count: scalar.length), copy.style, copy.range)
      return copy
    case YAML_MAPPING_START_EVENT:
      var copy = YAMLEvent(.mappingStart, from: lower, to: upper)
      let mapping = raw.pointee.data.mapping_start
      copy.style = mapping.style == YAML_FLOW_MAPPING_STYLE ? .flow : .block
      copy.anchor = Self.number(of: mapping.anchor, in: &anchors)
      copy.tag = Self.number(of: mapping.tag, in: &tags)
      return copy
    case YAML_MAPPING_END_EVENT:
      return YAMLEvent(.mappingEnd, from: lower, to: upper)
    case YAML_SEQUENCE_START_EVENT:
      var copy = YAMLEvent(.sequenceStart, from: lower, to: upper)
      let sequence = raw.pointee.data.sequence_start
      copy.style = sequence.style == YAML_FLOW_SEQUENCE_STYLE ? .flow : .block
      copy.anchor = Self.number(of: sequence.anchor, in: &anchors)
      copy.tag = Self.number(of: sequence.tag, in: &tags)
      return copy
    case YAML_SEQUENCE_END_EVENT:
      return YAMLEvent(.sequenceEnd, from: lower, to: upper)
    case YAML_ALIAS_EVENT:
      var copy = YAMLEvent(.alias, from: lower, to: upper)
      copy.anchor = Self.number(of: raw.pointee.data.alias.anchor, in: &anchors)
      return copy
    case YAML_DOCUMENT_START_EVENT:
      var copy = YAMLEvent(.documentStart, from: lower, to: upper)
      copy.isImplicit = raw.pointee.data.document_start.implicit != 0
      return copy
    case YAML_DOCUMENT_END_EVENT:
      var copy = YAMLEvent(.documentEnd, from: lower, to: upper)
      copy.isImplicit = raw.pointee.data.document_end.implicit != 0
      return copy
    case YAML_STREAM_START_EVENT:
      return YAMLEvent(.streamStart, from: lower, to: upper)
    case YAML_STREAM_END_EVENT:
      return YAMLEvent(.streamEnd, from: lower, to: upper)
    default:
      return nil
    }
  }

  /// Copies a text, and returns its offset in the copies.
  mutating func copy(_ text: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: copies.append(copy: text))
  }

  /// Finds a scalar's text in the source, or copies it.
  private mutating func text(
    _ value: UnsafeBufferPointer<UInt8>, _ style: YAMLEvent.Style, _ range: Range<Int>
  ) -> YAMLText {
    let quotes: Int
    switch style {
    case .plain: quotes = 0
    case .singleQuoted, .doubleQuoted: quotes = 1
    default: quotes = -1
    }
    // A scalar without escapes and line folding is the text before its end, whatever tag and anchor
    // precede it. Equal bytes are the text at any position, so the comparison is the proof.
    let start = range.upperBound - quotes - value.count
    if quotes >= 0, start >= range.lowerBound, let base = value.baseAddress,
      let source = input.baseAddress
    {
      // Within bounds: `start + value.count` is at most the event's end, an offset of the input.
      if memcmp(source + start, base, value.count) == 0 {
        return YAMLText(start, value.count, isCopied: false)
      }
    }
    let offset = copies.append(copy: value)
    return YAMLText(offset, value.count, isCopied: true)
  }

  /// Returns the number of a C string of libyaml, which ends with NUL; nil is no name.
  private static func number(
    of name: UnsafeMutablePointer<yaml_char_t>?, in table: inout NameTable
  ) -> UInt32 {
    guard let name else { return NameTable.none }
    var length = 0
    while name[length] != 0 { length += 1 }
    return table.number(of: UnsafeBufferPointer(start: name, count: length))
  }

  private static func style(_ style: yaml_scalar_style_t) -> YAMLEvent.Style {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }

  private mutating func offset(ofCharacter index: Int) -> Int {
    cursor.offset(ofCharacter: index, in: UnsafeBufferPointer(input))
  }

  private mutating func problem() -> YAMLProblem {
    let state = parser.pointee
    // The texts are libyaml's constants; nil only if it ran out of memory.
    guard state.error != YAML_MEMORY_ERROR, let problem = state.problem else {
      return .lackOfMemory
    }
    return YAMLProblem(
      message: String(cString: problem),
      offset: offset(ofCharacter: state.problem_mark.index),
      context: state.context.map { String(cString: $0) },
      contextOffset: state.context.map { _ in offset(ofCharacter: state.context_mark.index) }
    )
  }
}
