import PatchbayCore

extension ProgramStatement {
  /// Returns the parts of the statement about other names; nil if it is about that name alone.
  func without(_ name: String) -> ProgramStatement? {
    switch self {
    case .service(let draft):
      // A decorator without a key of its own stays with the key that it decorates.
      if draft.isDecorator { return self }
      return draft.key.text == name ? nil : self
    case .alias(let alias): return alias.key == name ? nil : self
    case .removal(let key): return key.text == name ? nil : self
    case .parameters(let values, let location):
      let rest = values.reduce(into: [:]) { rest, entry in
        rest[entry.key] = entry.value.without(name, standingAt: entry.key)
      }
      return rest.isEmpty ? nil : .parameters(rest, location)
    case .scopes, .roots: return self
    }
  }
}

extension ParameterValue {
  /// Returns a parameter's value, with its own name, without the part that a dotted name refers to;
  /// nil if it is empty.
  fileprivate func without(_ name: String, standingAt own: String) -> ParameterValue? {
    if own == name || own.hasPrefix(name + ".") { return nil }
    return name.hasPrefix(own + ".") ? without(name.dropFirst(own.count + 1)) : self
  }

  private func without(_ path: Substring) -> ParameterValue? {
    // Only a map can have other parts than the one that is replaced.
    guard case .map(var entries) = self else { return nil }
    let parts = path.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let key = String(parts[0])
    entries[key] = parts.count > 1 ? entries[key]?.without(parts[1]) : nil
    return .map(entries)
  }
}
