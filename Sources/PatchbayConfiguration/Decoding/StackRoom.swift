import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// Keeps what is nested within the limit of the depth from being too much for a small stack.
enum StackRoom {
  /// Whether values may go on a level deeper. Where many are open, every fourth asks the system.
  static func isThere(at level: Int) -> Bool { level < 16 || level % 4 != 0 || hasStackSpace() }
}

extension Diagnostic {
  static func tooDeepForStack(_ node: YAMLNode, _ subject: String) -> Diagnostic {
    Diagnostic(
      .limitExceeded,
      "\(subject) nests too deep for the stack of the thread that loads it",
      labels: [.init(.span(node.span), "no room for what this holds")],
      fixIts: [.init("nest it less deep, or load it on a thread with a larger stack")]
    )
  }
}
