import PatchbayDiagnostics

/// Fix-its for a misspelt name: the near misses among the names that would be right.
func didYouMean(
  _ name: String,
  _ candidates: some Sequence<String>,
  at place: SourcePlace?
) -> [Diagnostic.FixIt] {
  let near = nearMisses(of: name, in: candidates)
  return near.map { candidate in
    Diagnostic.FixIt(
      "did you mean `\(candidate)`?",
      edits: place?.span.map { [Diagnostic.Edit($0, candidate)] } ?? [],
      isCertain: near.count == 1
    )
  }
}
