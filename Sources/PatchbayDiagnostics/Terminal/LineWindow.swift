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
  private let cells: CellColumns
  private let shown: Range<Int>
  private let shift: Int

  /// Creates the visible part of a line, counted from 1, that takes no more than `columns`. The
  /// offsets of `focus` are visible; without a focus, the line's beginning is.
  init(_ file: SourceFile, line: Int, focus: Range<Int>?, columns limit: Int? = nil) {
    let whole = file.lineRange(line)
    let looked = Self.clip(whole, around: focus?.lowerBound, in: file.bytes)
    cells = CellColumns(file, looked)

    let width = cells.width
    let isClipped = looked != whole
    var shown = 0..<width
    if width > min(Self.mostColumns, limit ?? .max) || isClipped {
      // A cut at each end takes a column.
      let most = min(Self.mostColumns, (limit ?? .max) - 2)
      shown = 0..<min(width, most)
      if let focus {
        let start = cells.column(of: focus.lowerBound)
        let stop = min(cells.endColumn(of: focus), start + most / 2)
        if stop + 10 > shown.upperBound {
          let middle = (start + stop) / 2
          let lower = max(0, min(middle - most / 2, width - most))
          shown = lower..<min(width, lower + most)
        }
      }
    }
    let columns = cells.columns
    let first = columns.firstIndex { $0 >= shown.lowerBound } ?? 0
    let last = columns.lastIndex { $0 <= shown.upperBound } ?? 0
    let kept = first..<max(first, last)
    let isCutLeft = first > 0 || looked.lowerBound > whole.lowerBound
    let isCutRight = last < cells.cells.count || looked.upperBound < whole.upperBound
    text =
      (isCutLeft ? "…" : "") + Array(cells.cells[kept]).text + (isCutRight ? "…" : "")
    self.shown = columns[first]..<columns[kept.upperBound]
    shift = (isCutLeft ? 1 : 0) - columns[first]
  }

  /// Returns the columns in ``text`` for a range of offsets; at least one.
  func columns(of range: Range<Int>) -> Range<Int> {
    let start = cells.column(of: range.lowerBound)
    let stop = cells.endColumn(of: range)
    let from = min(max(start, shown.lowerBound), shown.upperBound)
    let to = min(max(stop, shown.lowerBound), shown.upperBound)
    return (from + shift)..<(max(to, from + 1) + shift)
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

/// The cells of a part of a line, and the column of each.
private struct CellColumns {
  let cells: [DisplayCell]
  /// The column of each cell, and the one after the last.
  private(set) var columns = [0]
  /// The offset after the last byte that was read.
  private let end: Int

  init(_ file: SourceFile, _ range: Range<Int>) {
    cells = DisplayCells.cells(of: file, in: range)
    end = range.upperBound
    for cell in cells { columns.append(width + cell.width) }
  }

  var width: Int { columns[columns.count - 1] }

  func column(of offset: Int) -> Int {
    if offset >= end { return width }
    let index = firstCell(from: offset + 1) - 1
    return index < 0 ? 0 : columns[index]
  }

  func endColumn(of range: Range<Int>) -> Int { columns[firstCell(from: range.upperBound)] }

  /// Returns the index of the first cell whose bytes begin at or after an offset.
  private func firstCell(from offset: Int) -> Int {
    var (low, high) = (0, cells.count)
    while low < high {
      let middle = (low + high) / 2
      if cells[middle].offset < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
