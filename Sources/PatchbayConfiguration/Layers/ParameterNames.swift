import PatchbayDiagnostics
import PatchbayYAML

/// Splits the dotted names of one layer's parameters, so that `mail.from: x` and
/// `mail: {from: x}` are the same parameter.
struct ParameterNames {
  private let layer: Int
  private let deepest: Int
  private let root = Level()
  /// The value of the parameter before, of which a comma may have cut off a part.
  private var last: YAMLNode?
  private(set) var diagnostics: [Diagnostic] = []

  init(layer: Int, deepest: Int) {
    self.layer = layer
    self.deepest = deepest
  }

  /// A map that grows while the names are read.
  private final class Level {
    /// The entries, each with the key that introduced it, which may be a longer name.
    private(set) var entries: [MapEntry] = []
    /// The maps of the entries that grow, in place of their values.
    var maps: [Level?] = []
    private var index = TextIndex()

    func position(of key: String) -> Int? {
      // Compared by bytes: two spellings of `é` are two keys.
      index.position(of: TextHash.hash(key)) { entries[$0].hasKey(key) }
    }

    func append(_ key: String, _ keyNode: YAMLNode, _ value: YAMLNode, layer: Int) {
      index.insert(entries.count, hash: TextHash.hash(key))
      entries.append(MapEntry(keyNode, part: key, LayeredValue(value, layer), layer: layer))
      maps.append(nil)
    }
  }

  /// The parameters as a map of maps.
  var entries: [MapEntry] { entries(of: root) }

  /// Adds a parameter, and reports an invalid name or a second value.
  mutating func add(_ key: YAMLNode, _ value: YAMLNode) {
    let name = key.text
    defer { last = value }
    guard Name.isParameter(name) else {
      // The value with the cut reference is reported.
      if let cut = last.flatMap({ CutReference($0) }), let span = key.place.span,
        cut.span.range.contains(span.range.lowerBound)
      {
        return
      }
      diagnostics.append(
        Diagnostic(
          .wrongNodeKind, "`\(SecretNames.withoutValue(name))` cannot be the name of a parameter",
          at: key.place, "expected letters, digits, `_` and `-`, and dots between"
        )
        .concealing(credentialIn: key))
      return
    }
    let parts = name.utf8.split(separator: UInt8(ascii: ".")).map { String(Substring($0)) }
    guard parts.count <= deepest else {
      diagnostics.append(
        Diagnostic(
          .limitExceeded, "the parameter's name has more than \(deepest) parts",
          at: key.place, "\(parts.count) parts"
        )
        .limit("depth", deepest))
      return
    }
    insert(parts[...], value, of: key, named: name, into: root)
  }

  private mutating func insert(
    _ parts: ArraySlice<String>, _ value: YAMLNode, of key: YAMLNode, named name: String,
    into level: Level
  ) {
    guard let part = parts.first else { return }
    let rest = parts.dropFirst()
    guard let position = level.position(of: part) else {
      level.append(part, key, value, layer: layer)
      if !rest.isEmpty {
        let inner = Level()
        level.maps[level.maps.count - 1] = inner
        insert(rest, value, of: key, named: name, into: inner)
      }
      return
    }
    // The layer already sets the name: valid if both are maps of different names.
    let first = level.entries[position]
    guard let inner = level.maps[position] ?? map(of: first.value.node) else {
      diagnostics.append(duplicate(name, key.place, first.keyNode.place))
      return
    }
    level.maps[position] = inner
    if !rest.isEmpty {
      insert(rest, value, of: key, named: name, into: inner)
    } else if value.kind == .mapping, value.tag == nil {
      for (innerKey, innerValue) in value.entries {
        // The key of an entry of a map is not split.
        let text = innerKey.text
        insert([text], innerValue, of: innerKey, named: "\(name).\(text)", into: inner)
      }
    } else {
      diagnostics.append(duplicate(name, key.place, first.keyNode.place))
    }
  }

  /// Returns a map that grows from the entries of a node; nil for any other node.
  private func map(of node: YAMLNode) -> Level? {
    guard node.kind == .mapping, node.tag == nil else { return nil }
    let level = Level()
    for (key, value) in node.entries { level.append(key.text, key, value, layer: layer) }
    return level
  }

  private func entries(of level: Level) -> [MapEntry] {
    // The limit of a name's parts also bounds this recursion.
    zip(level.entries, level.maps).map { entry, map in
      guard let map else { return entry }
      let detail = LayeredValue.Detail(content: .entries(entries(of: map)))
      return entry.with(LayeredValue(entry.keyNode, layer, detail))
    }
  }

  private func duplicate(_ name: String, _ place: SourcePlace, _ first: SourcePlace) -> Diagnostic {
    Diagnostic(
      .duplicateKey, "the parameter `\(name)` is given twice in the same layer",
      at: place, "second time"
    )
    .label(first, "first time")
    .note("a dotted name and a map of names are the same parameter")
  }
}
