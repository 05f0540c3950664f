extension SourceFile: CustomReflectable {
  /// The name and the size of the text, without the text itself, which may contain secrets.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "size": bytes.count])
  }
}
