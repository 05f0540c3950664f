/// A line and a column, both counted from 1.
///
/// The column counts Unicode scalars, so that a tab, an emoji and a combining mark count as one
/// each.
public struct LineColumn: Sendable, Hashable {
  /// The line, from 1.
  public var line: Int
  /// The column in Unicode scalars, from 1.
  public var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension SourceFile {
  /// Returns the line and column of a UTF-8 offset; offsets beyond the end return the end.
  package func lineColumn(at offset: Int) -> LineColumn {
    let offset = min(max(offset, 0), bytes.count)
    let line = lineIndex(at: offset)
    let start = Int(lines.starts[line])
    guard start < offset else { return LineColumn(line: line + 1, column: 1) }
    let scalars = scalarCount(before: offset) - scalarCount(before: start)
    return LineColumn(line: line + 1, column: scalars + 1)
  }

  /// Returns how many scalars begin before an offset: continuation bytes (0b10xxxxxx) belong to the
  /// one before.
  private func scalarCount(before offset: Int) -> Int {
    let continuations = lines.continuations
    guard !continuations.isEmpty else { return offset }
    let block = min(offset / SourceLines.bytesInBlock, continuations.count - 1)
    let rest = bytes[block * SourceLines.bytesInBlock..<offset]
    WorkMeter.count(rest.count)
    return offset - Int(continuations[block]) - rest.count { $0 & 0xC0 == 0x80 }
  }

  /// Returns the UTF-8 offsets of a line (counted from 1), without its line break.
  package func lineRange(_ line: Int) -> Range<Int> {
    let lineStarts = lines.starts
    guard line >= 1, line <= lineStarts.count else { return bytes.count..<bytes.count }
    let start = Int(lineStarts[line - 1])
    var end = line < lineStarts.count ? Int(lineStarts[line]) : bytes.count
    if line < lineStarts.count {
      end -= 1
      if end > start, bytes[end] == 0x0A, bytes[end - 1] == 0x0D { end -= 1 }
    }
    return start..<max(start, end)
  }

  private func lineIndex(at offset: Int) -> Int {
    let lineStarts = lines.starts
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(lineStarts[middle]) <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
