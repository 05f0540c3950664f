import PatchbayDiagnostics

extension PlanDraft {
  /// Checks a value that is known only in parts, and records what its unknown parts must be.
  ///
  /// Texts are checked by their types, lists and maps part by part. No other type sees a text that
  /// no one wrote: it is decoded if everything unknown has a default, and otherwise listed as
  /// unchecked.
  ///
  /// - Returns: Whether no error was reported.
  mutating func checkUnknown(_ argument: GivenArgument, _ use: ParameterUse) -> Bool {
    guard let type = use.parameter.type.type as? any Decodable.Type else { return true }
    let value = argument.value
    var reading = UnknownReading(subject: use.subject(in: self))
    reading.read(value, as: type)
    unknownUses += reading.uses
    unchecked += reading.unchecked.map { Unchecked(type: $0, value: value) }
    for mismatch in reading.mismatches { report(argumentType(mismatch, argument.argument, use)) }
    for error in reading.errors { report(error) }
    return reading.mismatches.isEmpty && reading.errors.isEmpty
  }
}

/// A value that only a type of the program could check.
package struct Unchecked: Sendable {
  /// The type that reads the value itself.
  let type: TypeName
  let value: ConfigurationValue
}

/// What a type would read of a value that is known only in parts.
struct UnknownReading {
  let subject: String
  private(set) var uses: [UnknownUse] = []
  private(set) var mismatches: [ValueMismatch] = []
  private(set) var errors: [Diagnostic] = []
  private(set) var unchecked: [TypeName] = []

  init(subject: String) { self.subject = subject }

  mutating func read(_ value: ConfigurationValue, as type: any Decodable.Type) {
    switch value.content {
    case .faulty, .service: return
    case .unknown(let text):
      if let reader = TextReader(type) { return read(text, of: value, with: reader, type) }
      if let source = text.whole, case .variable = source.kind,
        let reader = TextReader(listInOneText: type)
      {
        guard case .list? = source.fallback?.content, let fallback = source.fallback else {
          return read(text, of: value, with: reader, type)
        }
        uses += UnknownUse.all(
          of: text, read: reader, as: subject, isSecret: value.disclosure == .secret)
        return read(fallback, as: type)
      }
      if let parts = type as? any PartwiseDecodable.Type {
        mismatches.append(
          ValueMismatch(parts.isList ? "a list" : "a map", type: type, value: value))
        return
      }
    case .list(let elements) where value.hasUnknownPart:
      if let parts = partType(of: type, isList: true) {
        for element in elements { read(element, as: parts) }
        return
      }
    case .map(let entries) where value.hasUnknownPart:
      if let parts = partType(of: type, isList: false) {
        readKeys(of: entries, in: value, as: type)
        for entry in entries { read(entry.value, as: parts) }
        return
      }
    default:
      if let mismatch = mismatch(of: value, as: type) { mismatches.append(mismatch) }
      return
    }
    readWhole(value, as: type)
  }

  private mutating func read(
    _ text: UnknownText, of value: ConfigurationValue, with reader: TextReader,
    _ type: any Decodable.Type
  ) {
    uses += UnknownUse.all(
      of: text, read: reader, as: subject, isSecret: value.disclosure == .secret)
    if let error = reader.mismatch(text, in: value, of: subject) {
      errors.append(error)
    } else if let known = value.withDefaults, var mismatch = mismatch(of: known, as: type) {
      mismatch.isOfDefault = true
      mismatches.append(mismatch)
    }
  }

  private func partType(of type: any Decodable.Type, isList: Bool) -> (any Decodable.Type)? {
    guard let parts = type as? any PartwiseDecodable.Type, parts.isList == isList else {
      return nil
    }
    return parts.part
  }

  private mutating func readKeys(
    of entries: [ConfigurationValue.Entry], in value: ConfigurationValue,
    as type: any Decodable.Type
  ) {
    if let twin = entries.firstTwin {
      mismatches.append(ValueMismatch(twin: twin, type: type, in: value))
    }
    guard let key = (type as? any PartwiseDecodable.Type)?.key else { return }
    for entry in entries {
      if let mismatch = mismatch(of: entry.keyAsValue(in: value), as: key) {
        mismatches.append(mismatch)
      }
    }
  }

  /// Decodes a value with its defaults, or lists it as unchecked.
  private mutating func readWhole(_ value: ConfigurationValue, as type: any Decodable.Type) {
    if let parts = type as? any PartwiseDecodable.Type, parts.part != nil {
      return mismatches.append(
        ValueMismatch(parts.isList ? "a list" : "a map", type: type, value: value))
    }
    if let reader = TextReader(type) {
      return mismatches.append(ValueMismatch(reader.expectation, type: type, value: value))
    }
    // What is read inside is known only to the type: every text is recorded as one.
    if let reader = TextReader(String.self) {
      for (text, part) in value.unknownTexts {
        uses += UnknownUse.all(
          of: text, read: reader, as: subject, isSecret: part.disclosure == .secret)
      }
    }
    if let known = value.withDefaults, let mismatch = mismatch(of: known, as: type) {
      mismatches.append(mismatch)
    }
    // Other texts than the defaults may be wrong.
    unchecked.append(TypeName(type))
  }
}

extension ConfigurationValue {
  /// The unknown texts of the value, in order, with the parts that they are.
  package var unknownTexts: [(UnknownText, ConfigurationValue)] {
    unknownText.map { [($0, self)] } ?? parts.flatMap(\.unknownTexts)
  }
}

extension Unchecked {
  /// The type, and the variables that it reads: `RetryPolicy reads RETRIES itself`.
  package var summary: String {
    let names = value.unknownTexts.flatMap { text, _ in
      text.pieces.compactMap { piece -> String? in
        guard case .source(let source) = piece else { return nil }
        if case .variable(let name) = source.kind { return name }
        return source.description
      }
    }
    return "\(type) reads \(names.uniqued.joined(separator: ", ")) itself"
  }
}
