// The mirrors that `dump` and `print` show of the traits: no variable, and no text of a
// configuration.

extension ServicesBase: CustomReflectable {
  var customMirror: Mirror {
    Mirror(
      self, children: ["source": source, "environment": environment as Any],
      displayStyle: .struct)
  }
}

extension OverlaySource: CustomReflectable {
  var customMirror: Mirror {
    let child: (label: String, value: Any) =
      switch self {
      case .path(let path, _, _, _): ("path", path)
      case .text(_, let fileID, let line): ("text", "\(fileID):\(line)")
      }
    return Mirror(self, children: [(child.label, child.value)], displayStyle: .enum)
  }
}
