import PatchbayCore
import PatchbayDiagnostics

// The mirrors that `dump`, `print` and debuggers show of definitions: they never contain a secret.

extension Parameters: SafelyMirrored {
  /// The values, with `[secret]` under the names of credentials.
  var mirrored: KeyValuePairs<String, Any> { ["values": ParameterValue.shown(values)] }
}

extension ArgumentValue: SafelyMirrored {
  /// The value, with `[secret]` in place of secrets and of values under the names of credentials.
  var mirrored: KeyValuePairs<String, Any> { ["value": shown] }

  private var shown: Any {
    switch content {
    case .secret: "[secret]"
    case .text(let text): text
    case .list(let elements): elements
    case .map(let entries): entries.map { $0.value.shown(under: $0.key) }
    case .inline(let type, let arguments): (type, arguments.map { $0.value.shown(under: $0.key) })
    case .null, .parameter, .reference, .optional, .tagged, .inner: content
    }
  }

  /// Returns the name and the value to show.
  func shown(under name: String) -> (name: String, value: ArgumentValue) {
    switch content {
    case .text, .list: (name, SecretNames.isSecret(name) ? .secret(self) : self)
    default: (name, self)
    }
  }
}

extension DefinitionDraft.Field: SafelyMirrored {
  var mirrored: KeyValuePairs<String, Any> {
    guard case .value(let value) = content else { return ["field": field.name] }
    let shown = value.shown(under: name ?? field.name)
    return ["name": shown.name, "value": shown.value]
  }
}
