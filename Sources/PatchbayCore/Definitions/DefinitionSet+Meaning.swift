import PatchbayDiagnostics

// Whether two sets wire the same, wherever their texts stand: an overlay may change nothing.
extension DefinitionSet {
  /// Returns whether another set defines the same services, aliases, parameters and roots, in the
  /// same order.
  package func hasSameMeaning(as other: DefinitionSet) -> Bool {
    scopes.map(\.text) == other.scopes.map(\.text) && roots.map(\.text) == other.roots.map(\.text)
      && parameterValues.areEqual(other.parameterValues) {
        $0.name == $1.name && $0.value.hasSameMeaning(as: $1.value)
      }
      && aliases.areEqual(other.aliases) {
        $0.key == $1.key && $0.target.text == $1.target.text
          && $0.deprecated?.text == $1.deprecated?.text
      }
      && definitions.areEqual(other.definitions) { $0.hasSameMeaning(as: $1) }
  }
}

extension Definition {
  fileprivate func hasSameMeaning(as other: Definition) -> Bool {
    // Two factories that a program passes itself may differ, unless they are the same statement.
    key == other.key
      && (factory == nil && other.factory == nil
        || factory != nil && other.factory != nil && place == other.place)
      && type?.text == other.type?.text && scope?.text == other.scope?.text
      && autowire == other.autowire && eager == other.eager && isEnabled == other.isEnabled
      && decorates?.text == other.decorates?.text && priority == other.priority
      && provides?.map(\.text) == other.provides?.map(\.text)
      && after.map(\.text) == other.after.map(\.text) && timeouts == other.timeouts
      && retry == other.retry
      && deprecated?.text == other.deprecated?.text && summary == other.summary
      && unknownFields.areEqual(other.unknownFields) {
        $0.path == $1.path && $0.value.hasSameMeaning(as: $1.value)
      }
      && arguments.areEqual(other.arguments) { $0.hasSameMeaning(as: $1) }
      && properties.areEqual(other.properties) { $0.hasSameMeaning(as: $1) }
      && tags.areEqual(other.tags) {
        $0.name.text == $1.name.text && $0.priority == $1.priority
          && $0.attributes.areEqual($1.attributes) { $0.hasSameMeaning(as: $1) }
      }
  }
}

extension Argument {
  fileprivate func hasSameMeaning(as other: Argument) -> Bool {
    name == other.name && value.hasSameMeaning(as: other.value)
  }
}

extension ConfigurationValue.Entry {
  fileprivate func hasSameMeaning(as other: ConfigurationValue.Entry) -> Bool {
    key == other.key && value.hasSameMeaning(as: other.value)
  }
}

extension ConfigurationValue {
  fileprivate func hasSameMeaning(as other: ConfigurationValue) -> Bool {
    guard disclosure == other.disclosure else { return false }
    return switch (content, other.content) {
    case (.null, .null), (.faulty, .faulty): true
    case (.scalar(let own), .scalar(let others)): own == others
    case (.unknown(let own), .unknown(let others)):
      own.pieces.areEqual(others.pieces) { $0.hasSameMeaning(as: $1) }
    case (.list(let own), .list(let others)):
      own.areEqual(others) { $0.hasSameMeaning(as: $1) }
    case (.map(let own), .map(let others)): own.areEqual(others) { $0.hasSameMeaning(as: $1) }
    case (.service(let own), .service(let others)): own.target.hasSameMeaning(as: others.target)
    default: false
    }
  }
}

extension ConfigurationValue? {
  fileprivate func hasSameMeaning(as other: ConfigurationValue?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let own?, let others?): own.hasSameMeaning(as: others)
    default: false
    }
  }
}

extension UnknownText.Piece {
  fileprivate func hasSameMeaning(as other: UnknownText.Piece) -> Bool {
    switch (self, other) {
    case (.text(let own), .text(let others)): return own == others
    case (.source(let own), .source(let others)):
      guard own.kind == others.kind, own.inner.areEqual(others.inner, { $0.hasSameMeaning(as: $1) })
      else { return false }
      return own.fallback.hasSameMeaning(as: others.fallback)
    default: return false
    }
  }
}

extension ServiceUse.Target {
  fileprivate func hasSameMeaning(as other: ServiceUse.Target) -> Bool {
    switch (self, other) {
    case (.reference(let own), .reference(let others)), (.optional(let own), .optional(let others)),
      (.tagged(let own), .tagged(let others)):
      own.text == others.text
    case (.inline(let own), .inline(let others)): own.hasSameMeaning(as: others)
    case (.inner, .inner): true
    default: false
    }
  }
}

extension Array {
  fileprivate func areEqual(_ other: Self, _ isEqual: (Element, Element) -> Bool) -> Bool {
    count == other.count && zip(self, other).allSatisfy(isEqual)
  }
}
