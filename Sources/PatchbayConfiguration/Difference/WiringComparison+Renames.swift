import PatchbayDiagnostics

extension WiringComparison {
  /// Returns the new keys of the services that have another one, and are otherwise the same; of several that are the
  /// same as each other, none. A service whose users were renamed, too, is found when these are known: `read` returns
  /// the old wiring with new keys.
  static func renamedKeys(
    _ old: ObservedWiring, _ new: ObservedWiring, _ read: ([ExactText: String]) -> ObservedWiring
  ) -> [ExactText: String] {
    var renamed: [ExactText: String] = [:]
    var old = old
    for _ in 0..<mostRounds {
      let removed = Dictionary(grouping: candidates(of: old, without: new), by: \.nameless)
      let added = Dictionary(grouping: candidates(of: new, without: old), by: \.nameless)
      let found = removed.compactMap { form, services in
        services.count == 1 && added[form]?.count == 1
          ? (services[0].key, added[form]?.first?.key ?? "") : nil
      }
      if found.isEmpty { break }
      for (oldKey, newKey) in found { renamed[ExactText(oldKey)] = newKey }
      old = read(renamed)
    }
    return renamed
  }

  /// A chain of renamed services is found one by one.
  private static let mostRounds = 4

  /// The services that only one wiring has, apart from those that are written in another one: their keys are made of
  /// that of their owner.
  private static func candidates(
    of one: ObservedWiring, without other: ObservedWiring
  ) -> [ObservedService] {
    one.services.filter { other.service($0.key) == nil && !$0.isInline }
  }
}
