import PatchbayDiagnostics

func overlayFailed(
  _ overlay: Overlay,
  _ error: any Error,
  _ secrets: SecretTexts,
  path: [Diagnostic.ResolutionStep]
) -> DiagnosticsError {
  DiagnosticsError(
    Diagnostic(
      .factoryFailed,
      "the overlay of `\(overlay.key)` failed: \(secrets.conceal(error))",
      labels: [.init(.swift(overlay.location), "put on here")],
      requestedBy: path.count > 1 ? path : []
    ),
    underlying: error
  )
}

func reentrantOverlay(_ overlay: Overlay) -> DiagnosticsError {
  DiagnosticsError(
    Diagnostic(
      .reentrantResolution,
      "the overlay of `\(overlay.key)` asks for `\(overlay.key)` while it runs",
      labels: [.init(.swift(overlay.location), "put on here")],
      fixIts: [.init("use the original that the callback is handed")]
    )
  )
}

func overlayMismatch(
  _ key: String,
  _ asked: TypeName,
  _ location: SwiftLocation,
  _ binding: Binding
) -> DiagnosticsError {
  let provided = quotedList(binding.entry.contracts.map { "\($0.type)" })
  return DiagnosticsError(
    Diagnostic(
      .typeMismatchAtResolve,
      "an overlay stands before `\(key)` as `\(asked)`, but `\(key)` provides \(provided)",
      labels: [
        .init(.swift(location), "put on here"),
        .init(binding.place, "built by the factory `\(binding.entry.name)`"),
      ],
      notes: ["the factory is declared at \(binding.entry.location)"],
      fixIts: [
        .init(
          "name one of these types, or add `.provides(\(asked.metatypeText)) { $0 }` to the factory"
        )
      ]
    )
  )
}
