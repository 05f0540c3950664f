import PatchbayDiagnostics

/// Builds the tree from events, within the limits.
///
/// Errors of a single node are collected in ``diagnostics`` and building continues; an error of the
/// whole text is thrown. A later stage may rely on these properties: keys are scalars and not null,
/// no map has a key twice, merge keys name maps, and all nodes, aliases expanded, are within the
/// limits.
struct TreeBuilder: ~Copyable {
  /// The source of the events. Its own, because passing it to each call would copy it: 0.6 % of a load.
  var reader: EventReader
  let file: SourceFile
  let bytes: [UInt8]
  let limits: YAMLLimits

  var records: [NodeRecord] = []
  var frames: [Frame] = []
  /// The keys of all open maps, the innermost map's last.
  var keys: [KeyReference] = []
  var diagnostics: [Diagnostic] = []
  /// Whether the tree may be used despite the diagnostics.
  var isSound = true
  /// The content of every node tagged `!secret`.
  var secrets: [Range<Int>] = []
  var wellKnownTags = WellKnownTags()

  /// The events so far, aliases expanded.
  var eventCount = 0
  var anchors: [UInt32: Anchor] = [:]
  var anchorCount = 0
  var aliasCount = 0
  var unknownAliases: [UnknownAlias] = []
  /// The nodes that aliases refer to.
  var repeated: [Range<Int>] = []
  private(set) var lastScalar: NodeRecord?
  private var documentCount = 0

  init(_ reader: consuming EventReader, file: SourceFile, limits: YAMLLimits) {
    self.reader = reader
    self.file = file
    bytes = file.bytes
    self.limits = limits
    // Configuration files have about a node every twelve bytes; a hostile file reaches the limits early.
    records.reserveCapacity(min(bytes.count, limits.fileBytes) / 12)
  }

  /// The tree of what is read; it may be used if the text is sound.
  var tree: YAMLTree {
    YAMLTree(
      file: file, records: records.fitted, copies: reader.copies, tags: reader.tags.names)
  }

  /// A list or map that is not complete.
  struct Frame {
    var record: Int
    var isMapping: Bool
    var children: UInt32 = 0
    /// For a map, the last key's record.
    var currentKey: Int?
    /// For a map, whether the last key is the name of a credential; for a list, whether its own is.
    var isCredential = false
    /// The end of the last child, initially the start of the collection.
    var lastEnd: UInt32
    /// The number of levels of the deepest child.
    var height = 0
    /// The index of this map's first key in the array of all open maps' keys.
    var firstKey = 0
    var hasMergeKey = false
    var anchor: UInt32
    /// The number of events before this one, for the size of an alias's target.
    var eventsBefore: Int
    var isSecret: Bool
    /// Whether it is written in brackets.
    var isFlow: Bool

    var expectsKey: Bool { isMapping && children & 1 == 0 }

    /// Counts a scalar; returns whether it is a key.
    mutating func addScalar(_ record: Int, end: UInt32) -> Bool {
      let isKey = expectsKey
      if isKey { (currentKey, isCredential) = (record, false) }
      children += 1
      lastEnd = end
      return isKey
    }

    mutating func finishChild(end: UInt32, height childHeight: Int) {
      children += 1
      lastEnd = end
      height = max(height, childHeight)
    }
  }

  /// Adds the next event.
  // Inlined: passing the error of a call that throws none costs 0.4 % of a load.
  @inline(__always)
  mutating func add(_ event: YAMLEvent) throws(DiagnosticsError) {
    eventCount += 1
    if eventCount > limits.events {
      throw exceeded("events", limits.events, at: event.range) {
        "the file has more than \($0) parser events"
      }
    }
    switch event.kind {
    case .scalar: try addScalar(event)
    case .mappingStart, .sequenceStart: try open(event)
    case .mappingEnd:
      if let frame = frames.last { finishKeys(of: frame) }
      close(event)
    case .sequenceEnd: close(event)
    case .alias: try addAlias(event)
    case .documentStart:
      documentCount += 1
      if documentCount > 1 {
        throw DiagnosticsError(.severalDocuments(at: file.place(event.range)))
      }
    case .streamStart, .streamEnd, .documentEnd: break
    }
  }

  @inline(__always)
  private mutating func addScalar(_ event: YAMLEvent) throws(DiagnosticsError) {
    var record = NodeRecord(.scalar, from: event.lower, to: event.upper)
    record.first = event.text.offset
    if event.text.isCopied { record.flags.insert(.isCopied) }
    if event.style != .plain {
      record.flags.insert(.isQuoted)
      if !event.text.isCopied { record.flags.insert(.endsBeforeQuote) }
      if event.style == .literal || event.style == .folded { trimBlankLines(of: &record) }
    }
    if event.hasProperties {
      try readProperties(of: event, into: &record)
      if event.anchor != NameTable.none {
        anchors[event.anchor] = Anchor(record: records.count, events: 1, height: 0, isOpen: false)
      }
    }
    if !reader.isASCII, event.style == .plain {
      trimUnusualBlanks(of: &record)
      removeTypographicQuotes(of: &record)
    }
    // Nearly all nodes are scalars: they look up their frame once.
    let frame = frames.count - 1
    if frame >= 0 {
      if frames[frame].addScalar(records.count, end: record.upperBound) {
        addKey(&record)
      } else if frames[frame].isCredential {
        addCredential(record)
      }
    }
    records.append(record)
    lastScalar = record
  }

  /// Returns the error of a limit, by its name in ``YAMLLimits``; `fact` says with its value how the
  /// text exceeds it.
  func exceeded(
    _ name: String, _ limit: Int, at range: Range<Int>, _ label: String? = nil,
    _ fact: (String) -> String
  ) -> DiagnosticsError {
    DiagnosticsError(.exceeded(name, limit, at: file.place(range), label, fact))
  }

  func tooDeep(_ range: Range<Int>, _ label: String) -> DiagnosticsError {
    exceeded("depth", limits.depth, at: range, label) {
      "lists and maps nest deeper than \($0) levels"
    }
  }

  private mutating func open(_ event: YAMLEvent) throws(DiagnosticsError) {
    if frames.count >= limits.depth {
      let start = event.lowerBound
      throw tooDeep(start..<min(start + 1, bytes.count), "one level too deep")
    }
    let isMapping = event.kind == .mappingStart
    var record = NodeRecord(isMapping ? .mapping : .sequence, from: event.lower, to: event.upper)
    let isSecret = try readProperties(of: event, into: &record)
    if event.anchor != NameTable.none {
      anchors[event.anchor] = Anchor(record: records.count, events: 0, height: 0, isOpen: true)
    }
    if beginsKey() { drop(&record) }
    let isCredential = !isMapping && frames.last?.isCredential == true
    frames.append(
      Frame(
        record: records.count, isMapping: isMapping, lastEnd: record.upperBound,
        firstKey: keys.count, anchor: event.anchor, eventsBefore: eventCount - 1,
        isSecret: isSecret, isFlow: event.style == .flow))
    // The elements of a list have no names of their own.
    if isCredential { frames[frames.count - 1].isCredential = true }
    records.append(record)
  }

  private mutating func close(_ event: YAMLEvent) {
    guard let frame = frames.popLast() else { return }
    // libyaml puts the end of a block collection at the next token, lines further on; only a
    // closing bracket marks its actual end.
    let hasBracket = event.lowerBound < event.upperBound
    let end = hasBracket ? event.upper : frame.lastEnd
    records.close(frame.record, upperBound: end)
    if frame.isSecret { addSecret(records[frame.record]) }
    if records[frame.record].flags.contains(.isDropped) {
      refuseKey(frame.isMapping ? "a map" : "a list", at: records[frame.record].range)
    }
    let height = frame.height + 1
    // A node inside may have redefined the name; then the later definition is valid.
    if frame.anchor != NameTable.none, anchors[frame.anchor]?.record == frame.record {
      anchors[frame.anchor] = Anchor(
        record: frame.record, events: eventCount - frame.eventsBefore, height: height,
        isOpen: false)
    }
    finishChild(end: end, height: height)
  }

  /// Whether the next node is a map's key, which is recorded as the current one.
  mutating func beginsKey() -> Bool {
    let last = frames.count - 1
    guard last >= 0, frames[last].expectsKey else { return false }
    (frames[last].currentKey, frames[last].isCredential) = (records.count, false)
    return true
  }

  /// Counts a complete node as a child of the innermost open collection.
  mutating func finishChild(end: UInt32, height: Int) {
    guard !frames.isEmpty else { return }
    frames[frames.count - 1].finishChild(end: end, height: height)
  }
}
