/// Returns the candidates that were most probably meant by a misspelled name, as the generic function does.
///
/// Specialized for what may be thousands of names: from another module, each would be asked for by its
/// conformance.
package func nearMisses(
  of name: String, in candidates: @autoclosure () -> [String], limit: Int = 3,
  within budget: HintBudget? = nil
) -> [String] {
  similarNames(to: name, in: candidates, limit: limit, within: budget)
}

/// Returns the candidates that were most probably meant by a misspelled name, best first, and those
/// of equal distance by their bytes; never the name itself. None if the budget is too small.
///
/// Case is ignored. A candidate is similar if at most a third of the name's characters (but always
/// one, and never more than eight) must be added, left out, changed or swapped with their neighbor.
/// Names of one or two characters are similar only to those that differ in case alone: every other
/// is as likely. The result depends on the names alone, never on the candidates' order.
package func nearMisses<Names: Sequence<String>>(
  of name: String,
  in candidates: @autoclosure () -> Names,
  limit: Int = 3,
  within budget: HintBudget? = nil
) -> [String] {
  similarNames(to: name, in: candidates, limit: limit, within: budget)
}

private func similarNames<Names: Sequence<String>>(
  to name: String, in candidates: () -> Names, limit: Int, within budget: HintBudget?
) -> [String] {
  guard limit > 0 else { return [] }
  let room = budget?.steps ?? .max
  var search = NearMissSearch(name)
  // A typing error changes few characters, and this bounds the cost.
  guard room > 0, search.isPossible else { return [] }
  var best: [(distance: Int, name: String)] = []
  for candidate in candidates() {
    // A full list only accepts names that are at least as near as its last.
    let bound = best.count == limit ? best[limit - 1].distance : search.furthest
    let found = search.distance(to: candidate, atMost: bound)
    guard search.steps <= room else { break }
    guard let distance = found, !candidate.utf8.elementsEqual(name.utf8) else { continue }
    let place =
      best.firstIndex { other in
        distance < other.distance
          || (distance == other.distance
            && candidate.utf8.lexicographicallyPrecedes(other.name.utf8))
      } ?? best.count
    guard place < limit, !best.contains(where: { $0.name.utf8.elementsEqual(candidate.utf8) })
    else { continue }
    best.insert((distance, candidate), at: place)
    if best.count > limit { best.removeLast() }
  }
  if let budget {
    // The result of an incomplete search would depend on the order of the candidates.
    guard budget.spend(search.steps) else { return [] }
  } else {
    WorkMeter.count(search.steps)
  }
  return best.map(\.name)
}
