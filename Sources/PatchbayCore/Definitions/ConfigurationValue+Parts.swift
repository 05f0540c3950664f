extension ConfigurationValue {
  /// The elements of a list, or the values of a map; none of any other value.
  package var parts: [ConfigurationValue] {
    switch content {
    case .list(let elements): elements
    case .map(let entries): entries.map(\.value)
    case .null, .scalar, .unknown, .service, .faulty: []
    }
  }

  /// Returns the first of the value and its parts at all levels that fulfils a condition; without
  /// recursion, because the user determines the depth.
  func firstPart(where isMeant: (ConfigurationValue) -> Bool) -> ConfigurationValue? {
    if isMeant(self) { return self }
    // Most values have no parts, and need no stack.
    let own = parts
    guard !own.isEmpty else { return nil }
    var pending = Array(own.reversed())
    while let next = pending.popLast() {
      if isMeant(next) { return next }
      pending += next.parts.reversed()
    }
    return nil
  }

  /// Returns the value with each of its ``parts`` converted.
  package func mapParts(
    _ convert: (ConfigurationValue) -> ConfigurationValue
  ) -> ConfigurationValue {
    var value = self
    switch content {
    case .list(let elements): value.content = .list(elements.map(convert))
    case .map(let entries):
      value.content = .map(
        entries.map { .init(key: $0.key, keyPlace: $0.keyPlace, value: convert($0.value)) })
    case .null, .scalar, .unknown, .service, .faulty: break
    }
    return value
  }
}
