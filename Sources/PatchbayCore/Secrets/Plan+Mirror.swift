// The mirrors that `dump` and debuggers show of a plan and its containers: they contain no value of
// the configuration, no variable, and no instance.

extension Plan: CustomReflectable {
  /// The layers of the plan, its keys and its warnings.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "environment": environment as Any, "layers": layers.map(\.description), "keys": keys,
        "warnings": warnings,
      ],
      displayStyle: .struct)
  }
}

extension Container: CustomReflectable {
  /// The plan and the parent.
  public var customMirror: Mirror {
    Mirror(self, children: ["plan": plan, "parent": parent as Any], displayStyle: .class)
  }
}

extension InstanceStore: CustomReflectable {
  @usableFromInline var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .class) }
}

extension Wiring: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .class) }
}
