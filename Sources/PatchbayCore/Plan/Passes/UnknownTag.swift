import PatchbayDiagnostics

/// Returns the error of a tag that no service has, and that is similar to an existing one.
func unknownTag(
  _ tag: Located,
  _ use: ParameterUse,
  _ draft: PlanDraft,
  _ near: [String]
) -> Diagnostic {
  Diagnostic(
    .unknownTag,
    "`\(draft.nodes[use.node].key)` takes the services tagged `\(tag.text)`, and no service is",
    labels: [.init(tag.place, "no service carries this tag")],
    fixIts: didYouMean(tag.text, near, at: tag.place)
  )
}
