import PatchbayCore
import PatchbayDiagnostics

// The places that set parts of a model, with their layers.
extension Description {
  /// Returns the description of an origin: `Config/services.yaml:86:38 (environment development)`.
  func name(of origin: Origin) -> String {
    let place = origin.place.displayName
    let layers = index.model.layers
    guard layers.indices.contains(origin.layer) else { return place }
    // The place identifies a file's body, a sibling and an overlay; a section shares its file.
    let layer = layers[origin.layer].split(separator: "#", maxSplits: 1)
    return layer.count > 1 ? "\(place) (environment \(layer[1]))" : place
  }

  /// Returns the place of a statement, and those that it overrode; of a value with their texts, unless it
  /// is a secret.
  func places(of provenance: Provenance, ofSecret isSecret: Bool? = nil) -> [String] {
    var lines = [name(of: provenance.winner)]
    for place in provenance.via {
      // The text here is only the name of the value; a secret in it is redacted.
      lines.append("through \(text(at: place, false)) at \(place.displayName)")
    }
    for origin in provenance.overridden {
      let overridden = isSecret.map { "\(text(at: origin.place, $0)) at " } ?? ""
      lines.append("overrides \(overridden)\(name(of: origin))")
    }
    return lines
  }

  /// Returns the text at a place, on one line; a secret, and the text that a secret overrode, is
  /// not shown.
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
