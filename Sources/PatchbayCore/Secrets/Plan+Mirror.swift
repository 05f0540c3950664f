import PatchbayDiagnostics

// The mirrors that `dump` and debuggers show of a plan and its containers: they contain no value of
// the configuration, no variable, and no instance.

extension Plan: SafelyMirrored {
  var mirrored: KeyValuePairs<String, Any> {
    [
      "environment": environment as Any, "layers": layers.map(\.description), "keys": keys,
      "warnings": warnings,
    ]
  }
}

extension Container: SafelyMirrored {
  var mirrored: KeyValuePairs<String, Any> { ["plan": plan, "parent": parent as Any] }
}

extension InstanceStore: CustomReflectable {
  @usableFromInline var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .class) }
}

extension Wiring: SafelyMirrored {
  var mirrored: KeyValuePairs<String, Any> { [:] }
}
