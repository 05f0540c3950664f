import Patchbay
import PatchbayDiagnostics

/// Names the places that set values, with the layers they belong to.
struct ValueSources {
  let layers: [LayerName]

  /// `Config/services.yaml:86:38 (environment development)`
  func name(of origin: Origin) -> String {
    let place = origin.place.displayName
    guard layers.indices.contains(origin.layer) else { return place }
    // A file's body, a sibling and an overlay are named by the place; a section shares its file.
    let layer = layers[origin.layer].description.split(separator: "#", maxSplits: 1)
    return layer.count > 1 ? "\(place) (environment \(DisplayText.line(String(layer[1]))))" : place
  }

  /// Where a value was set, and what that overrode.
  func lines(of value: ConfigurationValue) -> [String] {
    lines(of: value.provenance, isSecret: value.disclosure == .secret, showsText: true)
  }

  /// What the configuration has in place of a value from outside: the `$(env:…)` and its like.
  func writtenForm(of value: ConfigurationValue) -> String? {
    value.disclosure == .external ? text(at: value.place, false) : nil
  }

  /// Where something was said, and what that overrode.
  func lines(of provenance: Provenance) -> [String] {
    lines(of: provenance, isSecret: false, showsText: false)
  }

  private func lines(of provenance: Provenance, isSecret: Bool, showsText: Bool) -> [String] {
    var lines = [name(of: provenance.winner)]
    for place in provenance.via {
      // What is written here is only the name of what came; a secret of its own is redacted.
      lines.append("through \(text(at: place, false)) at \(place.displayName)")
    }
    for origin in provenance.overridden {
      let overridden = showsText ? "\(text(at: origin.place, isSecret)) at " : ""
      lines.append("overrides \(overridden)\(name(of: origin))")
    }
    return lines
  }

  /// What is written at a place, on one line; a secret, and what a secret overrode, is not shown.
  private func text(at place: SourcePlace, _ isSecret: Bool) -> String {
    guard let span = place.span, span.range.upperBound <= span.file.bytes.count else {
      return "a value"
    }
    if isSecret || span.isRedacted { return "[secret]" }
    let text = String(decoding: span.file.bytes[span.range], as: UTF8.self)
    let words = text.split { $0.isNewline || $0 == " " || $0 == "\t" }.joined(separator: " ")
    return DisplayText.line(words, limit: 120)
  }
}
