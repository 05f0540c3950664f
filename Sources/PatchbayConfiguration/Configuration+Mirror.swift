// The mirrors that `dump`, `print` and debuggers show of a configuration: no text of its files, and
// no variable.

extension ServiceConfiguration: CustomReflectable {
  /// The name of the root and the environments.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "environments": environments], displayStyle: .struct)
  }
}

extension ConfigurationSource: CustomReflectable {
  /// The path or the name.
  public var customMirror: Mirror {
    let child: (label: String, value: Any) =
      switch content {
      case .path(let path): ("path", path)
      case .inline(_, let location): ("inline", location)
      case .bytes(_, let name): ("bytes", name)
      }
    return Mirror(self, children: [(child.label, child.value)], displayStyle: .struct)
  }
}

extension InterpolatedText: CustomReflectable {
  /// The text, or `[secret]`.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["text": isSecret ? "[secret]" : text, "isSecret": isSecret],
      displayStyle: .struct)
  }
}

extension PlanOrigin: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .class) }
}
