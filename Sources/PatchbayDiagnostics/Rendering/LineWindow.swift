/// The visible part of a source line, and the columns of its offsets.
///
/// A line that fits is shown completely. Of a longer one the part around one place is shown, with
/// `…` where text was cut.
struct LineWindow {
  /// The maximum number of columns of a line that are shown.
  static let mostColumns = 140
  /// The maximum number of bytes of a line that are read; the window never needs more.
  private static let mostBytes = 4_096

  let text: String
  private let cells: [DisplayCell]
  /// The column of each cell, and the one after the last.
  private let columns: [Int]
  /// The offset after the last byte that was read.
  private let end: Int
  private let shown: Range<Int>
  private let shift: Int

  /// Creates the visible part of a line, counted from 1, that takes no more than `columns`. The
  /// offsets of `focus` are visible; without a focus, the line's beginning is.
  init(_ file: SourceFile, line: Int, focus: Range<Int>?, columns limit: Int? = nil) {
    let whole = file.lineRange(line)
    let looked = Self.clip(whole, around: focus?.lowerBound, in: file.bytes)
    cells = DisplayCells.cells(of: file, in: looked)
    end = looked.upperBound
    var columns = [0]
    columns.reserveCapacity(cells.count + 1)
    for cell in cells { columns.append(columns[columns.count - 1] + cell.width) }
    self.columns = columns

    let width = columns[columns.count - 1]
    let isClipped = looked != whole
    var shown = 0..<width
    if width > min(Self.mostColumns, limit ?? .max) || isClipped {
      // A cut at each end takes a column.
      let most = min(Self.mostColumns, (limit ?? .max) - 2)
      shown = 0..<min(width, most)
      if let focus {
        let start = Self.column(of: focus.lowerBound, cells, columns, end)
        let stop = min(Self.endColumn(of: focus, cells, columns, end), start + most / 2)
        if stop + 10 > shown.upperBound {
          let middle = (start + stop) / 2
          let lower = max(0, min(middle - most / 2, width - most))
          shown = lower..<min(width, lower + most)
        }
      }
    }
    let first = columns.firstIndex { $0 >= shown.lowerBound } ?? 0
    let last = columns.lastIndex { $0 <= shown.upperBound } ?? 0
    let kept = first..<max(first, last)
    let isCutLeft = first > 0 || looked.lowerBound > whole.lowerBound
    let isCutRight = last < cells.count || looked.upperBound < whole.upperBound
    text =
      (isCutLeft ? "…" : "") + Array(cells[kept]).text + (isCutRight ? "…" : "")
    self.shown = columns[first]..<columns[kept.upperBound]
    shift = (isCutLeft ? 1 : 0) - columns[first]
  }

  /// Returns the columns in ``text`` for a range of offsets; at least one.
  func columns(of range: Range<Int>) -> Range<Int> {
    let start = Self.column(of: range.lowerBound, cells, columns, end)
    let stop = Self.endColumn(of: range, cells, columns, end)
    let from = min(max(start, shown.lowerBound), shown.upperBound)
    let to = min(max(stop, shown.lowerBound), shown.upperBound)
    return (from + shift)..<(max(to, from + 1) + shift)
  }

  private static func column(
    of offset: Int, _ cells: [DisplayCell], _ columns: [Int], _ end: Int
  ) -> Int {
    if offset >= end { return columns[columns.count - 1] }
    let index = firstCell(from: offset + 1, in: cells) - 1
    return index < 0 ? 0 : columns[index]
  }

  private static func endColumn(
    of range: Range<Int>, _ cells: [DisplayCell], _ columns: [Int], _ end: Int
  ) -> Int {
    columns[firstCell(from: range.upperBound, in: cells)]
  }

  /// Returns the index of the first cell whose bytes begin at or after an offset.
  private static func firstCell(from offset: Int, in cells: [DisplayCell]) -> Int {
    var low = 0
    var high = cells.count
    while low < high {
      let middle = (low + high) / 2
      if cells[middle].offset < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func clip(_ line: Range<Int>, around focus: Int?, in bytes: [UInt8]) -> Range<Int>
  {
    guard line.count > mostBytes else { return line }
    let focus = min(max(focus ?? line.lowerBound, line.lowerBound), line.upperBound)
    var lower = max(line.lowerBound, focus - mostBytes / 2)
    var upper = min(line.upperBound, lower + mostBytes)
    // Not between the bytes of one scalar.
    while lower > line.lowerBound, bytes[lower] & 0xC0 == 0x80 { lower -= 1 }
    while upper > lower, upper < line.upperBound, bytes[upper] & 0xC0 == 0x80 { upper -= 1 }
    return lower..<upper
  }
}
