import PatchbayDiagnostics

/// A tag that no service carries, and that nearly is one that some carry.
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
