import PatchbayDiagnostics

func planWithoutParent() -> DiagnosticsError {
  parentMismatch("the plan was made for no parent")
}

func planOfAnotherParent() -> DiagnosticsError {
  parentMismatch("the plan was made for children of another plan than this parent's")
}

private func parentMismatch(_ message: String) -> DiagnosticsError {
  DiagnosticsError(
    Diagnostic(
      .parentMismatch,
      message,
      fixIts: [.init("make it with the parent's own plan: `parent: container.plan`")]
    )
  )
}

func parentStopped() -> DiagnosticsError {
  DiagnosticsError(
    Diagnostic(
      .containerShutDown,
      "the parent of this container is shut down, and so this one is, too"
    )
  )
}

func tooManyParents(_ binding: Binding, _ count: Int) -> DiagnosticsError {
  DiagnosticsError(
    Diagnostic(
      .limitExceeded,
      "`\(binding.key)` is looked for in \(count) containers behind each other, too many for the "
        + "stack of this thread",
      labels: [.init(binding.place, "defined here")],
      fixIts: [
        .init("ask on a thread with a larger stack, or put fewer containers behind each other")
      ]
    )
  )
}
