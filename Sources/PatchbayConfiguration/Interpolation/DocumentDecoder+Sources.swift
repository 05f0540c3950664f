import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// A file that `$(file:…)` named: its text, or why there is none.
enum FileText {
  case text(String)
  case failed(DiagnosticCode, String)
}

/// What a program's source gave for one path.
enum SourceText {
  case text(InterpolatedText)
  case nothing
  case failed
}

extension DocumentDecoder {
  /// A `$(source:argument)` other than `env`.
  mutating func source(
    _ name: String, _ nameRange: Range<Int>, _ argument: InterpolationTemplate,
    _ range: Range<Int>, _ source: TextSource
  ) -> ConfigurationValue {
    let isKnown = name == "file" || name == "path" || context.sources[name] != nil
    if !isKnown, isNews("$(\(name):)", in: source) {
      report(unknownSource(name, source.place(of: nameRange)))
    }
    let path = evaluate(argument, source)
    guard isKnown, mode == .full, case .scalar(let scalar) = path.content else {
      return faulty(range, source)
    }
    var result: ConfigurationValue
    switch name {
    case "path":
      let folder = document.stack.folder(ofLayer: source.layer)
      result = external(
        PathText.tidied(PathText.joined(folder, scalar.text)), range, source)
      // A path is no secret: it is made of what the file says.
      result.disclosure = source.disclosure
    case "file": result = file(scalar.text, isShown: path.disclosure == .open, range, source)
    default: result = registered(name, scalar.text, range, source)
    }
    result.disclosure = max(result.disclosure, path.disclosure)
    return result
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

  private mutating func registered(
    _ name: String, _ path: String, _ range: Range<Int>, _ source: TextSource
  ) -> ConfigurationValue {
    let id = "\(name):\(path)"
    let answer = sourceTexts[id] ?? ask(name, path)
    sourceTexts[id] = answer
    let fact: String
    switch answer {
    case .text(let text):
      guard count(text.text.utf8.count, source) else { return faulty(range, source) }
      return external(text.text, range, source, isSecret: text.isSecret)
    case .nothing: fact = "has nothing at this path"
    case .failed: fact = "failed for this path"
    }
    if isNews("$(\(id))", in: source) {
      report(noAnswer("the source `\(name)` \(fact)", range, source))
    }
    return faulty(range, source)
  }

  private func ask(_ name: String, _ path: String) -> SourceText {
    guard let source = context.sources[name] else { return .nothing }
    do {
      return try source.text(at: path).map { .text($0) } ?? .nothing
    } catch {
      // What it throws may hold what nobody should read.
      return .failed
    }
  }

  private func noAnswer(
    _ message: String, _ range: Range<Int>, _ source: TextSource
  ) -> Diagnostic {
    Diagnostic(
      .unknownSource, message, labels: [.init(source.place(of: range), "asked for here")])
  }

  private mutating func file(
    _ path: String, isShown: Bool, _ range: Range<Int>, _ source: TextSource
  ) -> ConfigurationValue {
    let folder = document.stack.folder(ofLayer: source.layer)
    let full = PathText.joined(folder, path)
    let answer = fileTexts[full] ?? readFile(full)
    fileTexts[full] = answer
    switch answer {
    case .text(let text):
      guard count(text.utf8.count, source) else { return faulty(range, source) }
      return external(text, range, source)
    case .failed(let code, let fact):
      if isNews("$(file:\(path))", in: source) {
        report(fileFailed(code, fact, isShown ? path : nil, full, range, source))
      }
      return faulty(range, source)
    }
  }

  private func readFile(_ path: String) -> FileText {
    do {
      let canonical = try context.reader.canonicalPath(of: path)
      guard isReadable(canonical) else { return Self.outside }
      let limit = context.limits.valueBytes + Self.mostBytesAroundText
      let bytes = try context.reader.bytes(of: canonical, limit: limit)
      guard let text = String(validating: Self.text(of: bytes), as: UTF8.self) else {
        return .failed(.invalidEncoding, "it is not UTF-8")
      }
      return .text(text)
    } catch {
      if error == .tooLong { return .failed(.unreadableFile, error.words) }
      // Told alike whether it is there or not: what lies outside is nobody's business.
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
      // The LF of a CRLF stands for the same line break as its CR.
      if byte != 0x0A || previous != 0x0D { text.append(byte == 0x0D ? 0x0A : byte) }
      previous = byte
    }
    if text.last == 0x0A { text.removeLast() }
    return text
  }

  private static let outside = FileText.failed(
    .importOutsideRoot, "it lies outside the folders that may be read")

  private func isReadable(_ canonicalPath: String) -> Bool {
    context.readableDirectories.contains { PathText.isInside(canonicalPath, $0) }
  }

  private func fileFailed(
    _ code: DiagnosticCode, _ fact: String, _ path: String?, _ full: String, _ range: Range<Int>,
    _ source: TextSource
  ) -> Diagnostic {
    let place = source.place(of: range)
    var diagnostic = Diagnostic(
      code,
      "\(path.map { "`\($0)`" } ?? "the file") cannot be read: \(fact)",
      labels: [.init(place, "read here")]
    )
    switch code {
    case .fileNotFound:
      // A near name would tell the hidden one.
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
