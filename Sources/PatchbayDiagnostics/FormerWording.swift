// Forms of messages that only modules use which are not yet converted to the members above.

extension Diagnostic.FixIt {
  package static func didYouMean(_ candidate: String, replacing span: SourceSpan?) -> Self {
    Self(
      "did you mean `\(candidate)`?", edits: span.map { [TextEdit($0, candidate)] } ?? [])
  }
}

package func leaveNoDoubt(_ near: [String], about name: String) -> Bool {
  Diagnostic.FixIt.didYouMean(anyOf: near, insteadOf: name, replacing: nil)?.isCertain ?? false
}

package func quotedList(_ names: [String], joinedBy conjunction: String = "and") -> String {
  names.quoted(joinedBy: conjunction)
}

package func quotedSome(_ names: [String]) -> String { names.someQuoted() }

package enum LimitWords {
  package static func note(_ name: String, _ value: Int) -> String { Limit.note(name, value) }
  package static func advice(_ name: String) -> String { Limit.advice(name) }
  package static func grouped(_ number: Int) -> String { number.grouped }
}
