/// A type whose mirror, which `dump`, `print` and debuggers show, contains no secret: neither a variable, nor
/// a text of a configuration, nor an instance.
package protocol SafelyMirrored: CustomReflectable {
  /// The children of the mirror.
  var mirrored: KeyValuePairs<String, Any> { get }

  /// How the mirror is shown; Swift cannot tell a struct from an enum.
  static var mirrorStyle: Mirror.DisplayStyle { get }
}

extension SafelyMirrored {
  package static var mirrorStyle: Mirror.DisplayStyle { Self.self is AnyClass ? .class : .struct }

  /// The mirror, without secrets.
  public var customMirror: Mirror {
    Mirror(self, children: mirrored, displayStyle: Self.mirrorStyle)
  }
}
