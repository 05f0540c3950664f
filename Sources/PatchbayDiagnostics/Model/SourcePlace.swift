/// A place in Swift source, as `#fileID` and `#line` return it.
public struct SwiftLocation: Sendable, Hashable, CustomStringConvertible {
  /// The file, as `#fileID` returns it: `Module/File.swift`.
  public var fileID: String
  /// The line, from 1.
  public var line: Int

  package init(fileID: String, line: Int) {
    self.fileID = fileID
    self.line = line
  }

  /// The file and the line, separated by a colon.
  public var description: String { "\(fileID):\(line)" }
}

/// A range of UTF-8 offsets in a loaded text.
public struct SourceSpan: Sendable, Hashable {
  /// The text that contains the span.
  public let file: SourceFile
  // 32 bits each: a configuration has one span per value, and no file comes near 4 GiB.
  @usableFromInline let lower: UInt32
  @usableFromInline let upper: UInt32

  /// Creates a span of UTF-8 offsets into a text.
  package init(_ file: SourceFile, _ range: Range<Int>) {
    self.file = file
    self.lower = Self.bounded(range.lowerBound)
    self.upper = Self.bounded(range.upperBound)
  }

  /// Creates a span of UTF-8 offsets into a text, as a tree has them.
  // Inlined into other modules, which make thirteen of them a service.
  @inlinable
  package init(_ file: SourceFile, from lower: UInt32, to upper: UInt32) {
    (self.file, self.lower, self.upper) = (file, lower, upper)
  }

  /// As `UInt32(clamping:)`, which takes 400 instructions in a debug build.
  private static func bounded(_ offset: Int) -> UInt32 {
    offset > Int(UInt32.max) ? .max : UInt32(truncatingIfNeeded: offset)
  }

  /// The UTF-8 offsets, from the first byte to the one after the last.
  public var range: Range<Int> { Int(lower)..<Int(upper) }

  /// The text of the span.
  var text: String { String(decoding: file.bytes[range], as: UTF8.self) }

  /// The line and the column where the span begins.
  public var start: LineColumn { file.lineColumn(at: range.lowerBound) }

  /// Whether part of the span is secret by a mark.
  package var isRedacted: Bool { file.redactions.hasOverlap(with: range) }

  /// Whether part of the span must not be shown.
  var isHidden: Bool { file.hiddenRanges.hasOverlap(with: range) }

  /// Hides the text of the span in all messages; see ``SourceFile/hide(_:)``.
  package func hide() { file.hide([range]) }
}

extension [Range<Int>] {
  /// The same offsets as sorted ranges that do not touch.
  package var merged: [Range<Int>] {
    inStableOrder { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else if !range.isEmpty {
        merged.append(range)
      }
    }
  }

  /// Whether one of many ranges, which are sorted and disjoint, overlaps another.
  package func hasOverlap(with range: Range<Int>) -> Bool {
    candidate(for: range)?.overlaps(range) ?? false
  }

  /// Whether one of many ranges, which are sorted and disjoint, has all of another.
  func covers(_ range: Range<Int>) -> Bool {
    candidate(for: range).map {
      $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound
    }
      ?? false
  }

  /// The first that ends after the beginning of another; no later one begins before it.
  private func candidate(for range: Range<Int>) -> Range<Int>? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < count ? self[low] : nil
  }
}

extension [SourceSpan] {
  /// Hides the texts of all spans.
  package func hide() {
    for spans in Dictionary(grouping: self, by: { ObjectIdentifier($0.file) }).values {
      spans[0].file.hide(spans.map(\.range))
    }
  }
}

/// A place that a diagnostic refers to: in a loaded text, a file as a whole, or in Swift source.
public enum SourcePlace: Sendable, Hashable {
  /// A part of a loaded text.
  case span(SourceSpan)
  // The rare cases are boxed, so that a place takes 16 bytes: a load has twenty for each service.
  /// A file of which no text can be shown, such as one that could not be read.
  indirect case file(String)
  /// A line of Swift source.
  indirect case swift(SwiftLocation)

  /// The span, if the place is in a loaded text.
  public var span: SourceSpan? {
    if case .span(let span) = self { span } else { nil }
  }

  /// Whether it is Swift source, so that advice has to be Swift code.
  package var isSwift: Bool { if case .swift = self { true } else { false } }

  /// Returns the one of two spellings that fits the text of the place.
  package func spelling(yaml: String, swift: String) -> String { isSwift ? swift : yaml }
}

extension SourcePlace {
  /// Returns the place extended to the left over the key of a `key: value` pair, if the text
  /// contains the key there as it is written; otherwise the place itself.
  package func extended(overKey key: String) -> SourcePlace {
    guard let span else { return self }
    let bytes = span.file.bytes
    var end = min(span.range.lowerBound, bytes.count)
    while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
    guard end > 0, bytes[end - 1] == 0x3A else { return self }
    end -= 1
    while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
    let start = end - key.utf8.count
    guard start >= 0, bytes[start..<end].elementsEqual(key.utf8) else { return self }
    return .span(SourceSpan(span.file, start..<span.range.upperBound))
  }
}

extension SourcePlace {
  /// The full name of a place in messages.
  ///
  /// A loaded file is `Config/services.yaml:14:11`, a whole file its path, Swift source
  /// `App/Catalog.swift:12`. A text in Swift source is named by the line of its literal and the
  /// place in the text: `AppTests/SignUpTests.swift:14, line 2:3`.
  package var displayName: String { name({ $0 }) { "\($0.line):\($0.column)" } }

  /// A short name for running text: the file without its folders, and the line.
  package var shortName: String { name(lastComponent) { "\($0.line)" } }

  private func name(
    _ path: (String) -> String, _ position: (LineColumn) -> String
  ) -> String {
    switch self {
    case .span(let span):
      let position = position(span.start)
      guard let location = span.file.swiftLocation else {
        return DisplayText.line(path(span.file.name)) + ":" + position
      }
      return DisplayText.line("\(path(location.description)), line \(position)")
    case .file(let name): return DisplayText.line(path(name))
    case .swift(let location): return DisplayText.line(path(location.description))
    }
  }

  // Cut at a byte: `/` with a combining mark still separates two folders.
  private func lastComponent(_ path: String) -> String {
    let tail = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) }
    return String(path[(tail ?? path.startIndex)...])
  }
}
