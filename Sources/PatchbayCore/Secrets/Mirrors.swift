import PatchbayDiagnostics

// The mirrors that `dump`, `print` and debuggers show of values: they never contain a secret.

extension ConfigurationValue: SafelyMirrored {
  /// The value, its disclosure and its provenance; a text that is not open is replaced by
  /// `[secret]` or `[external]`.
  var mirrored: KeyValuePairs<String, Any> {
    ["content": shownContent, "disclosure": disclosure, "provenance": provenance]
  }

  private var shownContent: Any {
    // Lists, maps and inline services consist of values, each of which has its own mirror.
    switch content {
    case .scalar, .unknown: break
    default: return content
    }
    return switch disclosure {
    case .open: content
    case .external: "[external]"
    case .hidden, .secret: "[secret]"
    }
  }
}

extension ParameterValue: SafelyMirrored {
  static var mirrorStyle: Mirror.DisplayStyle { .enum }

  /// The value, with `[secret]` in place of a map's values under the names of credentials.
  var mirrored: KeyValuePairs<String, Any> {
    switch self {
    case .null: [:]
    case .text(let text): ["text": text]
    case .list(let elements): ["list": elements]
    case .map(let entries): ["map": Self.shown(entries)]
    }
  }

  /// Returns the same entries without the credentials, whose names may have dots.
  package static func shown(_ entries: [String: ParameterValue]) -> [String: ParameterValue] {
    Dictionary(
      uniqueKeysWithValues: entries.map { name, value in
        (name, SecretNames.isSecret(name) ? .text("[secret]") : value)
      })
  }
}

// The mirrors that `dump` and debuggers show of a plan and its containers (`Container.mirrored`): they contain no
// value of the configuration, no variable, and no instance.

extension Plan: SafelyMirrored {
  var mirrored: KeyValuePairs<String, Any> {
    [
      "environment": environment as Any, "layers": layers.map(\.description), "keys": keys,
      "warnings": warnings,
    ]
  }
}

extension InstanceStore: CustomReflectable {
  @usableFromInline var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .class) }
}
