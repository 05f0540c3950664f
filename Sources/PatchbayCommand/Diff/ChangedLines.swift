import PatchbayConfiguration
import PatchbayDiagnostics

extension Presentation {
  /// Returns changes in columns.
  func lines(_ rows: [WiringDifference.Row]) -> [String] {
    rows.lines { text, cell in
      switch cell {
      case .name(let mark): self.text(text, Self.style(ofMark: mark))
      case .place: self.text(text, .dim)
      }
    }
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
