import PatchbayDiagnostics

func overrideFailed(
  _ override: Override,
  _ error: any Error,
  _ secrets: SecretTexts,
  path: [Diagnostic.ResolutionStep]
) -> DiagnosticsError {
  DiagnosticsError(
    Diagnostic(
      .factoryFailed,
      "the override of `\(override.key)` failed: \(secrets.conceal(error))",
      labels: [.init(.swift(override.location), "overridden here")],
      requestedBy: path.count > 1 ? path : []
    ),
    underlying: error
  )
}

func reentrantOverride(_ override: Override) -> DiagnosticsError {
  DiagnosticsError(
    Diagnostic(
      .reentrantResolution,
      "the override of `\(override.key)` asks for `\(override.key)` while it runs",
      labels: [.init(.swift(override.location), "overridden here")],
      fixIts: [.init("use the original that the callback is handed")]
    )
  )
}

func overrideMismatch(
  _ key: String,
  _ asked: TypeName,
  _ location: SwiftLocation,
  _ binding: Binding
) -> DiagnosticsError {
  let provided = quotedList(binding.entry.contracts.map { "\($0.type)" })
  return DiagnosticsError(
    Diagnostic(
      .typeMismatchAtResolve,
      "`\(key)` is overridden as `\(asked)`, but provides \(provided)",
      labels: [
        .init(.swift(location), "overridden here"),
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
