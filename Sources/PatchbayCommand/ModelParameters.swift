import PatchbayCore

extension ModelParts.Parameter {
  /// A value under a name that `$(…)` could have.
  struct Part {
    let name: String
    /// Nil for a parameter that is required and not set.
    let value: ConfigurationValue?

    /// Whether its entries are parts of their own.
    fileprivate var entries: [ConfigurationValue.Entry] {
      if case .map(let entries)? = value?.content { entries } else { [] }
    }
  }

  /// The parameter and all entries of its maps, each map before its entries.
  var parts: [Part] {
    var parts: [Part] = []
    var pending = [Part(name: name, value: value)]
    while let part = pending.popLast() {
      parts.append(part)
      pending += part.entries.reversed().map {
        Part(name: "\(part.name).\($0.key)", value: $0.value)
      }
    }
    return parts
  }

  /// The parts that are no maps with entries.
  var leaves: [Part] { parts.filter(\.entries.isEmpty) }

  /// Returns a part by its name: `http.port` of `http`; nil if there is none.
  func part(_ name: String) -> Part? {
    guard name == self.name || name.hasPrefix(self.name + ".") else { return nil }
    return parts.first { $0.name == name }
  }

  /// Returns the places of `$(…)` that read a part: its own name, or that of a map around or in it.
  func uses(of name: String) -> [ParameterReference] {
    uses.filter { use in
      use.name == name || name.hasPrefix(use.name + ".") || use.name.hasPrefix(name + ".")
    }
  }
}
