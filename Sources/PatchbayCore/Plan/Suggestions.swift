import PatchbayDiagnostics

/// The fix-it for a misspelt name: the near misses among the names that would be right, if any.
func didYouMean(
  _ name: String,
  _ candidates: some Sequence<String>,
  at place: SourcePlace?
) -> [Diagnostic.FixIt] {
  let near = nearMisses(of: name, in: candidates)
  guard var fixIt = Diagnostic.FixIt.didYouMean(anyOf: near, replacing: place?.span) else {
    return []
  }
  fixIt.isCertain = near.count == 1
  return [fixIt]
}
