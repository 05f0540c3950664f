import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// The answer of a source for one path: a text, or an error.
enum SourceText {
  case text(InterpolatedText)
  case failed(DiagnosticCode, String)
}

extension Evaluator {
  /// Returns the value of a `$(source:argument)` with any source but `env`.
  mutating func source(
    _ name: String, _ nameRange: Range<Int>, _ argument: InterpolationTemplate,
    _ source: TextSource
  ) -> ConfigurationValue {
    let isKnown = checkSource(name, nameRange, argument, source)
    let path = evaluate(argument, source)
    if isKnown, context.variables.areUnknown,
      let unknown = unknownText(of: name, argument, path, source)
    {
      return unknown
    }
    guard isKnown, case .scalar(let scalar) = path.content else { return faulty(source) }
    let folder = stack.folder(ofLayer: source.layer)
    var result: ConfigurationValue
    if name == "path" {
      result = external(PathText.tidied(PathText.joined(folder, scalar.text)), source)
      // A path is not external: it is composed from the text of the configuration.
      result.disclosure = source.disclosure
      warnOfHomeFolder(argument, source)
    } else {
      let isFile = name == "file"
      let asked = isFile ? PathText.joined(folder, scalar.text) : scalar.text
      let id = ExactText("\(name):\(asked)")
      var answer = sourceTexts[id] ?? (isFile ? readFile(asked) : ask(name, asked))
      sourceTexts[id] = answer
      // A secret that was mounted and never filled is none. For a model, no file has a text.
      if isFile, !context.variables.keepsSources, case .text(let text) = answer, text.text.isEmpty,
        mayBePassword(source) || SecretNames.isSecret(PathText.lastPart(of: scalar.text))
      {
        answer = .failed(.unreadableFile, "it is empty, and a secret is not")
      }
      switch answer {
      case .text(let text):
        if isFile {
          let shown = UnknownText(shownPath(path, of: name, argument, source)).description
          // The hashes of another process differ, so that none reveals a secret.
          fileTexts[shown.isEmpty ? "of \(subject.description)" : shown] = "\(text.text.hashValue)"
        }
        result =
          count(text.text.utf8.count, source)
          ? external(text.text, source, isSecret: text.isSecret) : faulty(source)
      case .failed(let code, let fact):
        let about = "$(\(name):\(scalar.text))"
        if shouldReport(about, in: source) {
          let hasDefault = hideDefault(inPath: argument, source)
          if isFile {
            let text = hasDefault ? scalar.text.withoutDefault : scalar.text
            let shown = pathDisclosure(path, argument, source) == .open ? text : nil
            let fact = scalar.text.isEmpty ? "its path is empty" : fact
            reportFile(
              code, fact, shown, asked, source, about: about,
              hasDefault ? Self.noDefault : pathMeant(argument, source))
          } else {
            report(
              Diagnostic(code, "the source `\(name)` \(fact)", at: source.place, "asked for here")
                .fix(hasDefault ? Self.noDefault : nil),
              about: about)
          }
        }
        result = faulty(source)
      }
    }
    result.disclosure = result.disclosure.joined(with: path.disclosure)
    if context.variables.keepsSources, case .scalar = result.content {
      let part = UnknownText.Source(
        name == "path" ? .path : .file, at: source.place,
        shownPath: shownPath(path, of: name, argument, source))
      result.provenance.composition = UnknownText([.source(part)])
    }
    return result
  }

  /// Returns a text that is not looked at: of a registered source, of a file outside the
  /// configuration's folder, or at a path that is not known; nil for any other.
  private mutating func unknownText(
    of name: String, _ argument: InterpolationTemplate, _ path: ConfigurationValue,
    _ source: TextSource
  ) -> ConfigurationValue? {
    switch path.content {
    case .unknown: break
    case .scalar(let scalar):
      if name == "path" || name == "file" && !isLeftOut(scalar.text, source) { return nil }
    default: return nil
    }
    let part = UnknownText.Source(
      name == "file" ? .file : .registered(name), at: source.place,
      inner: path.unknownText?.pieces ?? [], shownPath: shownPath(path, of: name, argument, source))
    var value = unknown(part, source)
    value.disclosure = value.disclosure.joined(with: path.disclosure)
    return value
  }

  /// Whether a file is not looked at: one of the configuration has to be there, and one that may not be
  /// read is an error.
  private func isLeftOut(_ path: String, _ source: TextSource) -> Bool {
    let full = PathText.joined(stack.folder(ofLayer: source.layer), path)
    let place = context.reader.farthestPath(to: full, from: "/")
    let isOwn = context.readableDirectories.first.map { PathText.isInside(place, $0) } ?? true
    return !isOwn && isReadable(place)
  }

  /// Returns the parts of a path as people and models see it, which do not depend on where the
  /// configuration is: that of a file as it is written if it is absolute, and any other relative to the
  /// folder of the root; none of one that must not be shown.
  private mutating func shownPath(
    _ path: ConfigurationValue, of name: String, _ argument: InterpolationTemplate,
    _ source: TextSource
  ) -> [UnknownText.Piece] {
    let disclosure = pathDisclosure(path, argument, source)
    let isOfFile = name == "file" || name == "path"
    switch path.content {
    case .unknown where disclosure != .secret:
      return isOfFile ? ofRoot(path.composition, source) : path.composition
    case .scalar(let scalar) where disclosure == .open:
      // The path to a secret is none, if the configuration spells it. One that is made of another one
      // is absolute, although none is written.
      let isAbsolute =
        scalar.text.utf8.first == UInt8(ascii: "/") && path.provenance.composition == nil
      if !isOfFile || isAbsolute { return [.text(scalar.text)] }
      let full = PathText.joined(stack.folder(ofLayer: source.layer), scalar.text)
      return [.text(PathText.relative(PathText.tidied(full), from: stack.rootFolder))]
    default: return []
    }
  }

  /// Returns the disclosure of a path, regardless of the mark of the text that it is a part of.
  private mutating func pathDisclosure(
    _ path: ConfigurationValue, _ argument: InterpolationTemplate, _ source: TextSource
  ) -> ConfigurationValue.Disclosure {
    if argument.references.isEmpty { return .open }
    guard source.disclosure != .open, path.disclosure != .open else { return path.disclosure }
    let open = TextSource(LayeredValue(source.node, source.layer), .open)
    return evaluate(argument, open).disclosure
  }

  /// Returns the parts of a path relative to the folder of the root; none if only a file of the same
  /// folder could write it.
  private func ofRoot(
    _ pieces: [UnknownText.Piece], _ source: TextSource
  ) -> [UnknownText.Piece] {
    let folder = PathText.relative(stack.folder(ofLayer: source.layer), from: stack.rootFolder)
    if folder.utf8.elementsEqual(".".utf8) { return pieces }
    switch pieces.first {
    case .text(let text):
      let isAbsolute = text.utf8.first == UInt8(ascii: "/")
      return isAbsolute ? pieces : [.text("\(folder)/\(text)")] + pieces.dropFirst()
    // It is absolute.
    case .source(let first): if case .path = first.kind { return pieces }
    case nil: break
    }
    return []
  }

  /// Returns whether a source is known, and reports an unknown one.
  ///
  /// What follows the colon of an unknown one is hidden where it looks like the default of a variable.
  mutating func checkSource(
    _ name: String, _ nameRange: Range<Int>, _ argument: InterpolationTemplate,
    _ source: TextSource
  ) -> Bool {
    if name == "file" || name == "path" || context.sources[name] != nil { return true }
    let first = source.text.utf8.dropFirst(argument.range.lowerBound).first
    if SecretNames.isSecret(name) || first.map("=?+|".utf8.contains) == true {
      likelySecrets += [source.part(argument.range).place.span].compactMap(\.self)
    }
    if shouldReport("$(\(name):)", in: source) {
      report(unknownSource(name, source.part(nameRange)), about: name)
    }
    return false
  }

  private func unknownSource(_ name: String, _ source: TextSource) -> Diagnostic {
    let names = (["env", "file", "path"] + context.sources.keys).sorted()
    let near =
      ["environment", "variable", "var"].contains(name.lowercased())
      ? ["env"] : nearMisses(of: name, in: names)
    return Diagnostic(
      .unknownSource, "no source is named `\(name)`", at: source.place, "unknown source"
    )
    .note("the sources are: \(names.joined(separator: ", "))")
    .fix(parameterWithWord(name, source))
    .fix(variableWithDefault(name, source) ?? parameterWithDefault(name, source))
    .fix(
      near.isEmpty
        ? referenceToService(after: source) ?? Self.secretSource(name)
        : .didYouMean(anyOf: near, replacing: source.exactPlace?.span))
  }

  /// Returns the fix of `$(HOST:-default)`, as shells write it; nil for any other name.
  private func variableWithDefault(
    _ name: String, _ source: TextSource
  ) -> Diagnostic.FixIt? {
    guard Self.looksLikeVariable(name),
      Array(source.text.utf8.dropFirst(source.range.upperBound).prefix(2)).elementsEqual(":-".utf8)
    else { return nil }
    return Diagnostic.FixIt(
      "for a variable, write `$(env:\(name):-…)`", replacing: source.exactPlace,
      with: "env:\(name)")
  }

  /// Returns the fix of `$(param:name)`; nil for any other word, and if no parameter has the name.
  private func parameterWithWord(
    _ word: String, _ source: TextSource
  ) -> Diagnostic.FixIt? {
    guard ["param", "parameter", "parameters", "params"].contains(word.lowercased()),
      source.disclosure != .secret
    else { return nil }
    let bytes = source.text.utf8.dropFirst(source.range.upperBound + 1)
    let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: ")") }, as: UTF8.self)
    guard parameters[name] != nil else { return nil }
    return .init(
      "a parameter needs no word before its name: write `$(\(name))`",
      replacing: source.part(source.range.lowerBound..<source.range.upperBound + 1).exactPlace,
      with: "")
  }

  /// Returns the fix of `$(secret:NAME)`; nil for any other name.
  private static func secretSource(_ name: String) -> Diagnostic.FixIt? {
    guard ["secret", "secrets", "vault"].contains(name.lowercased()) else { return nil }
    return .init(
      "write `!secret $(env:NAME)` or `!secret $(file:PATH)`; another source of secrets is one of "
        + "`LoadSettings.interpolationSources` in Swift")
  }

  /// Returns the fix of `$(ref:key)`; nil if no service has such a key.
  private func referenceToService(after source: TextSource) -> Diagnostic.FixIt? {
    guard source.disclosure != .secret else { return nil }
    let bytes = source.text.utf8.dropFirst(source.range.upperBound + 1)
    let key = String(decoding: bytes.prefix { $0 != UInt8(ascii: ")") }, as: UTF8.self)
    let whole = source.range.lowerBound - 2..<source.range.upperBound + key.utf8.count + 2
    guard whole.upperBound <= source.node.textCount else { return nil }
    return reference(to: key, in: subject, insteadOf: source.part(whole))
  }

  private func ask(_ name: String, _ path: String) -> SourceText {
    let nothing = SourceText.failed(.unknownSource, "has nothing at this path")
    do {
      return try context.sources[name]?.text(at: path).map { .text($0) } ?? nothing
    } catch {
      // The error of a source may contain secrets, so no message shows it.
      return .failed(.unknownSource, "failed for this path")
    }
  }

  private func readFile(_ path: String) -> SourceText {
    do {
      let canonical = try context.reader.canonicalPath(of: path)
      guard isReadable(canonical) else { return Self.outside }
      let around = Self.mostBytesAroundText
      let limit = min(context.limits.valueBytes, .max - around) + around
      let bytes = try context.reader.bytes(of: canonical, limit: limit)
      guard let text = String(validating: Self.text(of: bytes), as: UTF8.self) else {
        return .failed(.invalidEncoding, "it is not UTF-8")
      }
      return .text(InterpolatedText(text))
    } catch {
      if error == .tooLong { return .failed(.unreadableFile, error.description) }
      // Reported whether the file exists or not: the message must not reveal files of other
      // folders.
      guard isReadable(context.reader.farthestPath(to: path, from: "/")) else {
        return Self.outside
      }
      switch error {
      case .absent: return .failed(.fileNotFound, "there is no such file")
      case .tooLarge:
        let limit = context.limits.valueBytes.grouped
        return .failed(.limitExceeded, "it is longer than \(limit) bytes")
      default: return .failed(.unreadableFile, error.description)
      }
    }
  }

  /// The bytes of a byte order mark and a last line break, which are not part of the text.
  private static let mostBytesAroundText = 5

  /// Returns the text of a file as YAML reads a block of text: with LF between its lines, without
  /// the last line break, and without the byte order mark.
  private static func text(of bytes: [UInt8]) -> [UInt8] {
    let content = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    var text: [UInt8] = []
    text.reserveCapacity(content.count)
    var previous: UInt8 = 0
    for byte in content {
      // The LF of a CRLF belongs to the same line break as its CR.
      if byte != 0x0A || previous != 0x0D { text.append(byte == 0x0D ? 0x0A : byte) }
      previous = byte
    }
    if text.last == 0x0A { text.removeLast() }
    return text
  }

  private static let outside = SourceText.failed(
    .importOutsideRoot, "it lies outside the folders that may be read")

  private func isReadable(_ canonicalPath: String) -> Bool {
    context.readableDirectories.contains { PathText.isInside(canonicalPath, $0) }
  }

  /// Reports a file that cannot be read; its path is nil if it must not be shown.
  private mutating func reportFile(
    _ code: DiagnosticCode, _ fact: String, _ path: String?, _ full: String,
    _ source: TextSource, about name: String, _ meant: Diagnostic.FixIt?
  ) {
    let shown = path.flatMap { $0.isEmpty ? nil : "`\($0)`" }
    let error = Diagnostic(
      code, "\(shown ?? "the file") cannot be read: \(fact)", at: source.place, "read here")
    report(error, about: name) { error, evaluator in
      switch code {
      case .fileNotFound:
        if let meant { return error.fix(meant) }
        // A similar name would reveal a path that must not be shown.
        guard let path else { return error }
        let near = evaluator.context.reader.nearPaths(
          to: PathText.lastPart(of: path), from: PathText.folder(of: full))
        let folder = PathText.folder(of: path)
        let paths = near.map { PathText.joined(folder, $0) }
        let isRelative = path.utf8.first != UInt8(ascii: "/")
        return error.note(isRelative ? "a path is counted from the file that names it" : nil)
          .fix(.didYouMean(anyOf: paths, replacing: nil))
      case .limitExceeded: return error.limit("valueBytes", evaluator.context.limits.valueBytes)
      case .importOutsideRoot:
        let folder = path.flatMap { $0.hasPrefix("/") ? PathText.folder(of: $0) : nil }
        return error.note("symbolic links are resolved first")
          .fix(
            "in Swift, add its folder to `LoadSettings.readableDirectories`",
            suggestion: folder.map { "LoadSettings(readableDirectories: [\"\($0)\"])" }
          )
          .fix(
            folder == nil
              ? .init("`$(file:…)` is the text of the file: the path itself is `$(path:…)`") : nil)
      default: return error
      }
    }
  }
}
