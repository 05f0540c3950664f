// What `dump` and debuggers show of a plan and of what is made of it: no value of the configuration,
// no variable, and no instance.

extension Plan: CustomReflectable {
  /// What the plan was made of, its keys and its warnings.
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
  var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .class) }
}

extension Wiring: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .class) }
}
