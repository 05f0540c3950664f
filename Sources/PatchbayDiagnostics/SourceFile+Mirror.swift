extension SourceFile: CustomReflectable {
  /// The name and the size of the text, and not the text: it may hold secrets.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "size": bytes.count])
  }
}
