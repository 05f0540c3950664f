import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

// What shells and other systems write in a path, and defaults where there are none.
extension Evaluator {
  /// Returns the fix of `$(host:-default)`, where `host` is a parameter; nil for any other name.
  func parameterWithDefault(
    _ name: String, _ source: TextSource
  ) -> Diagnostic.FixIt? {
    let sign = source.text.utf8.dropFirst(source.range.upperBound).prefix(2)
    guard parameters[name] != nil, source.disclosure != .secret,
      sign.elementsEqual(":-".utf8) || sign.elementsEqual("??".utf8)
    else { return nil }
    return .init(
      "a parameter has its default under `parameters:`, and other values in environments: write `$(\(name))`"
    )
  }

  /// Hides the default in `$(file:path:-default)`; returns whether there is one.
  mutating func hideDefault(
    inPath path: InterpolationTemplate, _ source: TextSource
  ) -> Bool {
    let hasDefault = path.parts.contains {
      if case .text(let text) = $0 { text.endOfDefaultSign != nil } else { false }
    }
    guard hasDefault else { return false }
    let written = Array(source.text.utf8)[path.range]
    let sign = written.indices.first {
      written[$0...].starts(with: ":-".utf8) || written[$0...].starts(with: "??".utf8)
    }
    let part = (sign.map { $0 + 2 } ?? path.range.lowerBound)..<path.range.upperBound
    likelySecrets += [source.part(part).place.span].compactMap(\.self)
    return true
  }

  static let noDefault = Diagnostic.FixIt(
    "only `$(env:…)` has a default, and here it is a part of the path: write a parameter, and let an "
      + "environment set it")

  /// Returns the fix of `$(file:~/name)` and `$(file:folder\name)`; nil for any other path.
  func pathMeant(
    _ path: InterpolationTemplate, _ source: TextSource
  ) -> Diagnostic.FixIt? {
    guard path.references.isEmpty else { return nil }
    let source = source.part(path.range)
    let text = String(decoding: Array(source.text.utf8)[path.range], as: UTF8.self)
    if let slashed = PathText.withSlashes(text) {
      return .init(PathText.slashAdvice, replacing: source.exactPlace, with: slashed)
    }
    return text.hasPrefix("~/") ? homeFolder(at: path.range.lowerBound, source) : nil
  }

  /// Returns the fix of a `~` at an offset.
  private func homeFolder(at offset: Int, _ source: TextSource) -> Diagnostic.FixIt {
    .init(
      "`~` is the home folder in shells only: write `$(env:HOME)`",
      replacing: source.part(offset..<offset + 1).exactPlace, with: "$(env:HOME)")
  }

  /// Warns of a text that begins with `~/`.
  mutating func warnOfHomeFolder(
    _ written: LayeredValue, _ disclosure: ConfigurationValue.Disclosure
  ) {
    guard disclosure != .secret, written.node.withText({ $0.starts(with: "~/".utf8) }) else {
      return
    }
    let source = TextSource(written, disclosure)
    warnOfPlainText("~/", at: source.part(0..<2).place, in: source, homeFolder(at: 0, source))
  }

  /// Warns of `$(path:~/name)`, which would be a folder of the name `~`.
  mutating func warnOfHomeFolder(_ path: InterpolationTemplate, _ source: TextSource) {
    guard case .text(let text)? = path.parts.first, text.hasPrefix("~/"),
      !source.node.isMeantAsText
    else { return }
    let start = path.range.lowerBound
    warnOfPlainText(
      "~/", at: source.part(start..<start + 2).place, in: source,
      homeFolder(at: start, source))
  }
}

extension String {
  /// The path before `:-` or `??`, with a mark for what follows.
  var withoutDefault: String { endOfDefaultSign.map { "\(self[..<$0])…" } ?? self }

  /// The end of the first `:-` or `??`.
  fileprivate var endOfDefaultSign: Index? {
    [":-", "??"].compactMap { firstRange(ofText: $0)?.upperBound }.min()
  }
}
