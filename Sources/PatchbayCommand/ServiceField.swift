import PatchbayCore
import PatchbayDiagnostics

/// A field of a service that is not a default, for all commands that show the fields of one. Arguments, properties and
/// tags have parts, and are not among them.
struct ServiceField {
  let name: String
  /// The value as a file writes it, or what is assumed if ``unknown`` decides.
  let text: String
  /// What the value is read from, if it comes from outside the configuration.
  let unknown: ConfigurationValue?
  /// Nil if no layer sets the field.
  let origin: Provenance?
}

extension WiringModel.Node {
  /// The fields in the order in which they are shown.
  var fields: [ServiceField] {
    let (timeouts, retry) = (definition.timeouts, definition.retry)
    let pause = retry.pause.map { pause in
      let (low, high) = (pause.low.configurationText, pause.high.configurationText)
      return low == high ? low : "\(low)..\(high)"
    }
    let priority = definition.priority
    // A flag or number that no layer sets is shown if a factory or the program decides otherwise than the default.
    let fields: [(name: String, text: String?, isDefault: Bool)] = [
      ("type", service.type, service.type.isEmpty),
      ("description", definition.summary, false),
      ("deprecated", service.deprecation, false),
      ("enabled", "\(isEnabled)", isEnabled),
      ("autowire", "\(definition.autowire)", !definition.autowire),
      ("scope", service.decorates == nil ? service.scope : nil, true),
      ("provides", definition.provides.map(Self.list), false),
      ("decorates", service.decorates, false),
      ("priority", "\(priority)", priority == 0),
      ("eager", "\(service.isEager)", !service.isEager),
      ("after", Self.list(definition.after), definition.after.isEmpty),
      (
        "timeouts",
        map(
          "timeouts", ("start", timeouts.start?.configurationText),
          ("stop", timeouts.isStopUnlimited ? "null" : timeouts.stop?.configurationText)), false
      ),
      (
        "retry",
        map("retry", ("attempts", retry.attempts.map { "\($0)" }), ("pause", pause)), false
      ),
      ("ends", definition.ends?.rawValue, false),
    ]
    return fields.compactMap { name, text, isDefault in
      let origin = origin(of: name)
      guard let text, !isDefault || origin != nil else { return nil }
      return ServiceField(
        name: name, text: text, unknown: unknownField(name), origin: origin)
    }
  }

  private static func list(_ names: [Located]) -> String {
    "[\(names.map(\.text).joined(separator: ", "))]"
  }

  /// Returns the parts of a field that is a map; nil if none is set.
  private func map(_ field: String, _ parts: (name: String, text: String?)...) -> String? {
    let shown = parts.compactMap { name, text in
      (unknownField("\(field).\(name)")?.written ?? text).map { "\(name): \($0)" }
    }
    return shown.isEmpty ? nil : "{ \(shown.joined(separator: ", ")) }"
  }
}
