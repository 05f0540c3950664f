internal import CPatchbayYAML

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads a text's events with libyaml and copies each out of C at once.
///
/// Not copyable, because it owns C memory: the parser and the bytes the parser reads from. Both are
/// freed in `deinit`, so on every path.
struct EventReader: ~Copyable {
  // Safety: the three pointers below are allocated in `init`, initialised there, never handed out,
  // and freed once in `deinit`, which runs once as the type is not copyable. The parser stands on
  // the heap because libyaml keeps its address as the data of its read handler.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>

  /// The text of scalars that do not stand verbatim in the source, one after another.
  private(set) var copies: [UInt8] = []
  private(set) var tags = NameTable()
  private(set) var anchors = NameTable()
  private var cursor: OffsetCursor

  init(_ text: CheckedText) {
    cursor = OffsetCursor(text)
    input = .allocate(capacity: text.bytes.count)
    _ = input.initialize(from: text.bytes)
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    // The one failure is lack of memory, on which Swift's own allocations trap as well.
    precondition(yaml_parser_initialize(parser) == 1, "out of memory")
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    // Within bounds: a checked text has at least `contentStart` bytes.
    let content = UnsafeBufferPointer(rebasing: input[text.contentStart...])
    // libyaml borrows the bytes until the parser is deleted, and asks for no byte of empty input.
    withUnsafePointer(to: 0 as UInt8) { placeholder in
      yaml_parser_set_input_string(parser, content.baseAddress ?? placeholder, content.count)
    }
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deinitialize(count: 1)
    parser.deallocate()
    input.deallocate()
  }

  /// Reads the next event; nil after the last one and after a problem.
  mutating func next() throws(YAMLProblem) -> YAMLEvent? {
    // The event stands on the stack: libyaml keeps no address of it, and what it points to is freed
    // when it has been copied.
    var raw = yaml_event_t()
    guard yaml_parser_parse(parser, &raw) == 1 else { throw problem() }
    defer { yaml_event_delete(&raw) }
    return copy(raw)
  }
}

extension EventReader {
  /// Calls a closure with the bytes of a scalar's text.
  func withText<Result>(
    of record: NodeRecord,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let range = Int(record.first)..<Int(record.first) + Int(record.second)
    // `rebasing` checks the range; the copies' pointer ends with the closure, the input's with self.
    if record.flags.contains(.isCopied) {
      return copies.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }
    return body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(input)[range]))
  }

  private mutating func copy(_ raw: yaml_event_t) -> YAMLEvent? {
    let lower = offset(raw.start_mark)
    let upper = offset(raw.end_mark)
    // The union's member is chosen by the event's type, as libyaml's header lays it down.
    switch raw.type {
    case YAML_SCALAR_EVENT:
      var event = YAMLEvent(.scalar, from: lower, to: upper)
      let scalar = raw.data.scalar
      event.style = Self.style(scalar.style)
      event.anchor = Self.number(of: scalar.anchor, in: &anchors)
      event.tag = Self.number(of: scalar.tag, in: &tags)
      // `length`, not the C string's end: a quoted scalar may hold NUL.
      event.text = text(
        UnsafeBufferPointer(start: scalar.value, count: scalar.length), event.style, lower..<upper)
      return event
    case YAML_MAPPING_START_EVENT:
      var event = YAMLEvent(.mappingStart, from: lower, to: upper)
      let mapping = raw.data.mapping_start
      event.style = mapping.style == YAML_FLOW_MAPPING_STYLE ? .flow : .block
      event.anchor = Self.number(of: mapping.anchor, in: &anchors)
      event.tag = Self.number(of: mapping.tag, in: &tags)
      return event
    case YAML_MAPPING_END_EVENT:
      return YAMLEvent(.mappingEnd, from: lower, to: upper)
    case YAML_SEQUENCE_START_EVENT:
      var event = YAMLEvent(.sequenceStart, from: lower, to: upper)
      let sequence = raw.data.sequence_start
      event.style = sequence.style == YAML_FLOW_SEQUENCE_STYLE ? .flow : .block
      event.anchor = Self.number(of: sequence.anchor, in: &anchors)
      event.tag = Self.number(of: sequence.tag, in: &tags)
      return event
    case YAML_SEQUENCE_END_EVENT:
      return YAMLEvent(.sequenceEnd, from: lower, to: upper)
    case YAML_ALIAS_EVENT:
      var event = YAMLEvent(.alias, from: lower, to: upper)
      event.anchor = Self.number(of: raw.data.alias.anchor, in: &anchors)
      return event
    case YAML_DOCUMENT_START_EVENT:
      var event = YAMLEvent(.documentStart, from: lower, to: upper)
      event.isImplicit = raw.data.document_start.implicit != 0
      return event
    case YAML_DOCUMENT_END_EVENT:
      var event = YAMLEvent(.documentEnd, from: lower, to: upper)
      event.isImplicit = raw.data.document_end.implicit != 0
      return event
    case YAML_STREAM_START_EVENT:
      return YAMLEvent(.streamStart, from: lower, to: upper)
    case YAML_STREAM_END_EVENT:
      return YAMLEvent(.streamEnd, from: lower, to: upper)
    default:
      return nil
    }
  }

  /// Finds a scalar's text in the source, or copies it.
  private mutating func text(
    _ value: UnsafeBufferPointer<UInt8>,
    _ style: YAMLEvent.Style,
    _ range: Range<Int>
  ) -> YAMLText {
    let quotes: Int
    switch style {
    case .plain: quotes = 0
    case .singleQuoted, .doubleQuoted: quotes = 1
    default: quotes = -1
    }
    // A scalar without escapes and line folding is what precedes its end, whatever tag and anchor
    // come first. Equal bytes are the text wherever they stand, so the comparison is the proof.
    let start = range.upperBound - quotes - value.count
    if quotes >= 0, start >= range.lowerBound, let base = value.baseAddress,
      let source = input.baseAddress
    {
      // Within bounds: `start + value.count` is at most the event's end, an offset of the input.
      if memcmp(source + start, base, value.count) == 0 {
        return YAMLText(offset: start, length: value.count, isCopied: false)
      }
    }
    let offset = copies.count
    copies.append(contentsOf: value)
    return YAMLText(offset: offset, length: value.count, isCopied: true)
  }

  /// Numbers a C string of libyaml's, which ends with NUL; nil is no name.
  private static func number(
    of name: UnsafeMutablePointer<yaml_char_t>?,
    in table: inout NameTable
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

  private mutating func offset(_ mark: yaml_mark_t) -> Int {
    cursor.offset(ofCharacter: mark.index, in: UnsafeBufferPointer(input))
  }

  private mutating func problem() -> YAMLProblem {
    // The texts are constants of libyaml's; nil only where it ran out of memory.
    let state = parser.pointee
    return YAMLProblem(
      message: state.problem.map { String(cString: $0) } ?? "out of memory",
      offset: offset(state.problem_mark),
      context: state.context.map { String(cString: $0) },
      contextOffset: state.context.map { _ in offset(state.context_mark) }
    )
  }
}
