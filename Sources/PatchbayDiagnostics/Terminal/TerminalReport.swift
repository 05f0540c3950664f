/// The lines of one diagnostic, before colors are added.
struct TerminalReport {
  /// How much of a diagnostic is shown, so that none fills the screen.
  struct Extent {
    var labels: Int
    var notes: Int
    var fixIts: Int
    /// The maximum number of bytes of one sentence.
    var text: Int

    /// For the summary of a block.
    static let whole = Extent(labels: 0, notes: 1, fixIts: .max, text: 1_000)

    /// From the full extent of a diagnostic down to the smallest.
    static let all = [
      Extent(labels: 16, notes: 12, fixIts: 6, text: 1_000),
      Extent(labels: 8, notes: 6, fixIts: 3, text: 500),
      Extent(labels: 2, notes: 2, fixIts: 1, text: 250),
    ]
  }

  private(set) var lines: [StyledLine] = []
  private let diagnostic: Diagnostic
  private let extent: Extent

  private let width: Int?
  /// The address of the page about the code.
  private let page: String?

  /// Creates the lines of a diagnostic; its source lines fit a width.
  init(_ diagnostic: Diagnostic, extent: Extent, page: String? = nil, width: Int? = nil) {
    self.diagnostic = diagnostic
    self.extent = extent
    self.page = page
    self.width = width
    addHeader()
    let (sections, gutter) = sections()
    for (index, section) in sections.enumerated() {
      switch section {
      case .snippet(let snippet):
        lines.append(gutter.place(snippet.place, isFirst: index == 0))
        lines += snippet.draw(gutter: gutter, width: width)
      case .place(let place, let message):
        var line = gutter.place(place, isFirst: index == 0)
        if !message.isEmpty {
          line.append(": ")
          line.append(wrapping: message, under: StyledLine(gutter.indent + "    "))
        }
        lines.append(line)
      }
    }
    let notes = notes
    if case .snippet = sections.last, !notes.isEmpty || !diagnostic.fixIts.isEmpty {
      lines.append(gutter.blank)
    }
    for note in notes { lines += gutter.note(DisplayText.lines(note, limit: extent.text)) }
    for fixIt in diagnostic.fixIts.prefix(extent.fixIts) { add(fixIt, gutter) }
  }

  private enum Section {
    case snippet(Snippet)
    case place(SourcePlace, String)
  }

  private mutating func addHeader() {
    let title = "\(diagnostic.severity.rawValue)[\(diagnostic.code)]"
    let message = DisplayText.line(diagnostic.message, limit: extent.text)
    lines.append(Self.header(title, .severity, message))
  }

  /// Returns the first line of a diagnostic.
  static func header(_ title: String, _ style: Style, _ message: String) -> StyledLine {
    var header = StyledLine(title, style)
    header.append(": ", .message)
    // Under the title, a message of several lines would be a narrow column.
    header.append(wrapping: message, .message, under: StyledLine("    "))
    return header
  }

  /// Returns the labels by text, the primary one's first.
  private func sections() -> ([Section], Gutter) {
    var sections: [Section] = []
    var indices: [SourceFile: Int] = [:]
    for (index, label) in diagnostic.labels.prefix(extent.labels).enumerated() {
      let message = DisplayText.line(label.message, limit: extent.text)
      guard let span = label.place.span else {
        sections.append(.place(label.place, message))
        continue
      }
      let section = indices[span.file, default: sections.count]
      if section == sections.count {
        indices[span.file] = section
        sections.append(.snippet(Snippet(span)))
      }
      if case .snippet(var snippet) = sections[section] {
        snippet.add(span, message, isPrimary: index == 0)
        sections[section] = .snippet(snippet)
      }
    }
    let lastLine = sections.map { section in
      if case .snippet(let snippet) = section { snippet.lastLine } else { 1 }
    }.max()
    return (sections, Gutter(lastLine: lastLine ?? 1))
  }

  private var notes: [String] {
    // Next to the message, which has the cause: the path leads to it.
    var notes = diagnostic.requestPath.map { ["requested by: \($0)"] } ?? []
    notes += diagnostic.notes.prefix(extent.notes)
    let left = diagnostic.labels.count - extent.labels
    if left > 0 { notes.append("\(left.counted("more place")) took part") }
    if diagnostic.notes.count > extent.notes {
      let left = diagnostic.notes.count - extent.notes
      notes.append("and \(left.counted("more note"))")
    }
    if let page { notes.append("see \(page)") }
    return notes
  }

  private mutating func add(_ fixIt: Diagnostic.FixIt, _ gutter: Gutter) {
    for (index, text) in DisplayText.lines(fixIt.message, limit: extent.text).enumerated() {
      var line = StyledLine(index == 0 ? "help" : "    ", .help)
      line.append(index == 0 ? ": " : "  ")
      line.append(wrapping: text, under: StyledLine("      "))
      lines.append(line)
    }
    let home = diagnostic.labels.first?.place.span?.file
    lines += FixItLines(fixIt, home: home, indentedBy: gutter.indent + "   ").lines
  }
}

extension Diagnostic {
  /// The path of requests as one line,
  /// `server (services.yaml:21) -> users (services.yaml:10) -> pol`; of a long path only the ends
  /// are shown.
  var requestPath: String? {
    if requestedBy.isEmpty { return nil }
    func name(_ step: ResolutionStep) -> String {
      let key = DisplayText.line(step.key, limit: 256)
      return step.place.map { "\(key) (\($0.shortName))" } ?? key
    }
    let isLong = requestedBy.count > 12
    var names = requestedBy.prefix(isLong ? 6 : 12).map(name)
    if isLong {
      names.append("(\(requestedBy.count - 11) more)")
      names += requestedBy.suffix(5).map(name)
    }
    return names.joined(separator: " -> ")
  }
}
