import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// What a source gave for one path: a text, or why there is none.
enum SourceText {
  case text(InterpolatedText)
  case failed(DiagnosticCode, String)
}

extension Evaluator {
  /// A `$(source:argument)` other than `env`.
  mutating func source(
    _ name: String, _ nameRange: Range<Int>, _ argument: InterpolationTemplate,
    _ range: Range<Int>, _ source: TextSource
  ) -> ConfigurationValue {
    let isKnown = checkSource(name, nameRange, source)
    let path = evaluate(argument, source)
    guard isKnown, case .scalar(let scalar) = path.content else { return faulty(range, source) }
    let folder = stack.folder(ofLayer: source.layer)
    var result: ConfigurationValue
    if name == "path" {
      result = external(
        PathText.tidied(PathText.joined(folder, scalar.text)), range, source)
      // A path is no secret: it is composed from the file's own text.
      result.disclosure = source.disclosure
    } else {
      let isFile = name == "file"
      let asked = isFile ? PathText.joined(folder, scalar.text) : scalar.text
      let id = "\(name):\(asked)"
      let answer = sourceTexts[id] ?? (isFile ? readFile(asked) : ask(name, asked))
      sourceTexts[id] = answer
      switch answer {
      case .text(let text):
        result =
          count(text.text.utf8.count, source)
          ? external(text.text, range, source, isSecret: text.isSecret) : faulty(range, source)
      case .failed(let code, let fact):
        if isNews("$(\(name):\(scalar.text))", in: source) {
          let place = source.place(of: range)
          report(
            isFile
              ? fileFailed(code, fact, path.disclosure == .open ? scalar.text : nil, asked, place)
              : Diagnostic(
                code, "the source `\(name)` \(fact)", labels: [.init(place, "asked for here")]))
        }
        result = faulty(range, source)
      }
    }
    result.disclosure = max(result.disclosure, path.disclosure)
    return result
  }

  /// Whether a source is known; reports where it is not.
  mutating func checkSource(_ name: String, _ nameRange: Range<Int>, _ source: TextSource) -> Bool {
    if name == "file" || name == "path" || context.sources[name] != nil { return true }
    if isNews("$(\(name):)", in: source) {
      report(unknownSource(name, source.place(of: nameRange)))
    }
    return false
  }

  private func unknownSource(_ name: String, _ place: SourcePlace) -> Diagnostic {
    let names = (["env", "file", "path"] + context.sources.keys).sorted()
    return Diagnostic(
      .unknownSource,
      "no source is named `\(name)`",
      labels: [.init(place, "unknown source")],
      notes: ["the sources are: \(names.joined(separator: ", "))"],
      fixIts: Diagnostic.didYouMean(
        nearMisses(of: name, in: names, within: collector.hints), replacing: place.span)
    )
  }

  private func ask(_ name: String, _ path: String) -> SourceText {
    let nothing = SourceText.failed(.unknownSource, "has nothing at this path")
    do {
      return try context.sources[name]?.text(at: path).map { .text($0) } ?? nothing
    } catch {
      // What it throws may hold what must not be shown.
      return .failed(.unknownSource, "failed for this path")
    }
  }

  private func readFile(_ path: String) -> SourceText {
    do {
      let canonical = try context.reader.canonicalPath(of: path)
      guard isReadable(canonical) else { return Self.outside }
      let limit = context.limits.valueBytes + Self.mostBytesAroundText
      let bytes = try context.reader.bytes(of: canonical, limit: limit)
      guard let text = String(validating: Self.text(of: bytes), as: UTF8.self) else {
        return .failed(.invalidEncoding, "it is not UTF-8")
      }
      return .text(InterpolatedText(text))
    } catch {
      if error == .tooLong { return .failed(.unreadableFile, error.words) }
      // The same report whether it exists or not, so that nothing is revealed about other folders.
      guard isReadable(context.reader.farthestPath(to: path, from: "/")) else {
        return Self.outside
      }
      switch error {
      case .absent: return .failed(.fileNotFound, "there is no such file")
      case .tooLarge:
        let limit = LimitWords.grouped(context.limits.valueBytes)
        return .failed(.limitExceeded, "it is longer than \(limit) bytes")
      default: return .failed(.unreadableFile, error.words)
      }
    }
  }

  /// A byte order mark and a last line break, which are no part of the text.
  private static let mostBytesAroundText = 5

  /// The text of a file, the same for every line ending: LF between its lines, as YAML gives a block
  /// of text, no last line break, and no byte order mark.
  private static func text(of bytes: [UInt8]) -> [UInt8] {
    let content = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    var text: [UInt8] = []
    text.reserveCapacity(content.count)
    var previous: UInt8 = 0
    for byte in content {
      // The LF of a CRLF belongs to the line break of its CR.
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

  private func fileFailed(
    _ code: DiagnosticCode, _ fact: String, _ path: String?, _ full: String,
    _ place: SourcePlace
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      code,
      "\(path.map { "`\($0)`" } ?? "the file") cannot be read: \(fact)",
      labels: [.init(place, "read here")]
    )
    switch code {
    case .fileNotFound:
      // A similar name would reveal the hidden one.
      guard let path else { break }
      let near = context.reader.nearFiles(
        to: PathText.lastPart(of: path), in: PathText.folder(of: full), within: collector.hints)
      let folder = PathText.folder(of: path)
      diagnostic.fixIts = Diagnostic.didYouMean(
        near.map { folder == "." ? $0 : PathText.joined(folder, $0) }, replacing: nil)
    case .limitExceeded:
      diagnostic.notes = [LimitWords.note("valueBytes", context.limits.valueBytes)]
      diagnostic.fixIts = [.init(LimitWords.advice("valueBytes"))]
    case .importOutsideRoot:
      diagnostic.notes = ["symbolic links are resolved first"]
      diagnostic.fixIts = [.init("add its folder to `LoadSettings.readableDirectories`")]
    default: break
    }
    return diagnostic
  }
}
