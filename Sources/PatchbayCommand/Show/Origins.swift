import PatchbayCore
import PatchbayDiagnostics

/// Describes the places that set parts of a model, with their layers.
struct Origins {
  /// The names of the layers: `services.yaml`, `services.yaml#test`.
  let layers: [String]

  /// Returns the description of an origin: `Config/services.yaml:86:38 (environment development)`.
  func name(of origin: Origin) -> String {
    let place = origin.place.displayName
    guard layers.indices.contains(origin.layer) else { return place }
    // The place identifies a file's body, a sibling and an overlay; a section shares its file.
    let layer = layers[origin.layer].split(separator: "#", maxSplits: 1)
    return layer.count > 1 ? "\(place) (environment \(DisplayText.line(String(layer[1]))))" : place
  }

  /// Returns the place where a value was set, and those that it overrode.
  func lines(of value: ConfigurationValue) -> [String] {
    lines(of: value.provenance, isSecret: value.isSecretText, showsText: true)
  }

  /// Returns the place of a statement, and those that it overrode.
  func lines(of provenance: Provenance) -> [String] {
    lines(of: provenance, isSecret: false, showsText: false)
  }

  private func lines(of provenance: Provenance, isSecret: Bool, showsText: Bool) -> [String] {
    var lines = [name(of: provenance.winner)]
    for place in provenance.via {
      // The text here is only the name of the value; a secret in it is redacted.
      lines.append("through \(text(at: place, false)) at \(place.displayName)")
    }
    for origin in provenance.overridden {
      let overridden = showsText ? "\(text(at: origin.place, isSecret)) at " : ""
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
