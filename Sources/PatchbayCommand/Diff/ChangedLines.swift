import PatchbayConfiguration
import PatchbayDiagnostics

extension Presentation {
  /// Returns changes in columns. What does not fit there has lines of its own below the name; where that is most,
  /// there are no columns.
  func lines(_ rows: [WiringDifference.Row]) -> [String] {
    let wide = rows.lines
    let fitting = wide.map { DisplayWidth.of($0) <= width ?? .max }
    guard fitting.count(where: \.self) * 2 >= rows.count else { return rows.flatMap(separateLines) }
    let styled = rows.lines { text, cell in
      switch cell {
      case .name(let mark): self.text(text, Self.style(ofMark: mark))
      case .place: self.text(text, .dim)
      }
    }
    return rows.indices.flatMap { fitting[$0] ? [styled[$0]] : separateLines(of: rows[$0]) }
  }

  /// Returns a change with its place below it, and if it is long, with its values below each other.
  private func separateLines(of row: WiringDifference.Row) -> [String] {
    let indentation = "    "
    let name = "\(row.mark) \(row.name)"
    let styledName = text(name, Self.style(ofMark: row.mark))
    var lines = [styledName + "  " + row.text]
    if DisplayWidth.of("\(name)  \(row.text)") > width ?? .max {
      lines = [styledName]
      for (index, value) in row.text.parts(separatedByText: " → ").enumerated() {
        lines += self.lines(
          String(value), first: indentation + (index == 0 ? "" : "→ "), rest: indentation + "  ")
      }
    }
    if row.place.isEmpty { return lines }
    var places = [row.place]
    if DisplayWidth.of(indentation + row.place) > width ?? .max {
      places = row.place.parts(separatedByText: " (was ").enumerated()
        .map { $0 == 0 ? String($1) : "(was \($1)" }
    }
    return lines + places.map { indentation + text($0, .dim) }
  }

  private static func style(ofMark mark: String) -> Style {
    switch mark {
    case "+": .added
    case "-": .removed
    case "!": .breaking
    default: .changed
    }
  }
}
