import PatchbayCore
import PatchbayDiagnostics

func wrongKey(_ key: String, _ place: SourcePlace) -> Diagnostic {
  Diagnostic(
    .wrongNodeKind,
    "`\(key)` cannot be the key of a service",
    labels: [.init(place, "expected letters, digits, `_`, `.` and `-`")]
  )
}

func changeWithoutBase(_ key: Said, removed: Origin?, similar: Located?) -> Diagnostic {
  var diagnostic = Diagnostic(
    .patchWithoutBase,
    "`\(key.text)` is changed here, but no lower layer defines it",
    labels: [.init(.swift(key.location), "`Change` changes an existing service")]
  )
  if let removed {
    diagnostic.message = "`\(key.text)` is changed here, but a lower layer removed it"
    diagnostic.labels.append(.init(removed.place, "removed here"))
  } else {
    diagnostic.mention(similar)
  }
  diagnostic.fixIts.append(.init("to add a new service instead, write `Define` or `Provide`"))
  return diagnostic
}

func changeOfAlias(_ key: Said, _ alias: Alias) -> Diagnostic {
  Diagnostic(
    .patchWithoutBase,
    "`\(key.text)` is changed here, but it is an alias of `\(alias.target.text)`",
    labels: [
      .init(.swift(key.location), "`Change` changes an existing service"),
      .init(alias.provenance.place, "defined as an alias here"),
    ],
    fixIts: [.init("change `\(alias.target.text)`, or write a new `Alias`")]
  )
}

func changeWithoutEffect(_ key: Said) -> Diagnostic {
  Diagnostic(
    .patchWithoutEffect,
    severity: .warning,
    "this changes nothing of `\(key.text)`",
    labels: [.init(.swift(key.location), "says nothing")]
  )
}

func removeWithoutBase(_ key: Said, removed: Origin?, similar: Located?) -> Diagnostic {
  var diagnostic = Diagnostic(
    .removeWithoutBase,
    "`\(key.text)` is removed here, but no lower layer defines it",
    labels: [.init(.swift(key.location), "there is nothing to remove")]
  )
  if let removed {
    diagnostic.message = "`\(key.text)` is removed here, but a lower layer removed it already"
    diagnostic.labels.append(.init(removed.place, "removed here"))
  } else {
    diagnostic.mention(similar)
  }
  return diagnostic
}

func scopesTwice(_ place: SourcePlace, _ first: SourcePlace) -> Diagnostic {
  Diagnostic(
    .duplicateKey,
    "`scopes` is declared twice",
    labels: [.init(place, "second declaration"), .init(first, "first declaration")],
    notes: ["scopes are declared once, outermost first"]
  )
}

func scopeTwice(_ name: Said, _ first: SourcePlace) -> Diagnostic {
  Diagnostic(
    .duplicateKey,
    "the scope `\(name.text)` is declared twice",
    labels: [.init(.swift(name.location), "second time"), .init(first, "first time")]
  )
}

func scopeIsBuiltIn(_ name: Said) -> Diagnostic {
  Diagnostic(
    .duplicateKey,
    "the scope `\(name.text)` is always there",
    labels: [.init(.swift(name.location), "needs no declaration")]
  )
}

func parameterTwice(_ name: String, _ place: SourcePlace, _ first: SourcePlace) -> Diagnostic {
  Diagnostic(
    .duplicateKey,
    "the parameter `\(name)` is set twice",
    labels: [.init(place, "set here again"), .init(first, "set here before")]
  )
}

func droppedTag(_ key: String, _ place: SourcePlace, _ tag: Located) -> Diagnostic {
  Diagnostic(
    .tagsDropped,
    severity: .warning,
    "this definition of `\(key)` takes it out of the tag `\(tag.text)`",
    labels: [
      .init(place, "replaces the whole definition and names no tags"),
      .init(tag.place, "tagged here"),
    ],
    fixIts: [
      .init(
        "name the tags again, or write `Change` to change only some of it",
        suggestion: ".tag(\"\(tag.text)\")")
    ]
  )
}

extension Diagnostic {
  /// Adds a label at a key that was probably meant.
  fileprivate mutating func mention(_ similar: Located?) {
    guard let similar else { return }
    labels.append(.init(similar.place, "a similar key is defined here"))
    fixIts.append(.didYouMean(similar.text, replacing: nil))
  }
}

func duplicate(_ key: String, _ place: SourcePlace, _ first: SourcePlace) -> Diagnostic {
  Diagnostic(.duplicateKey, "`\(key)` is defined twice", at: place, "defined here again")
    .label(first, "defined here before")
}
