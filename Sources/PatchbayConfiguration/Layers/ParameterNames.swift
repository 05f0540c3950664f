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
    var entries: [Item] = []
    private var index = TextIndex()

    func position(of key: String) -> Int? {
      // Compared by bytes: two spellings of `é` are two keys.
      index.position(of: TextHash.hash(key)) { entries[$0].key.utf8.elementsEqual(key.utf8) }
    }

    func append(_ item: Item) {
      index.insert(entries.count, hash: TextHash.hash(item.key))
      entries.append(item)
    }
  }

  private struct Item {
    let key: String
    /// The key that introduced it, which may be a longer name.
    let keyNode: YAMLNode
    var content: Content
  }

  private enum Content {
    case value(YAMLNode)
    case level(Level)
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
      level.append(Item(key: part, keyNode: key, content: .value(value)))
      if !rest.isEmpty {
        let inner = Level()
        level.entries[level.entries.count - 1].content = .level(inner)
        insert(rest, value, of: key, named: name, into: inner)
      }
      return
    }
    // The layer already sets the name: valid if both are maps of different names.
    let first = level.entries[position]
    guard let inner = self.level(of: first.content) else {
      diagnostics.append(duplicate(name, key.place, first.keyNode.place))
      return
    }
    level.entries[position].content = .level(inner)
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

  /// Returns the level of a map, and creates one for a node; nil for any other content.
  private func level(of content: Content) -> Level? {
    switch content {
    case .level(let level): return level
    case .value(let node):
      guard node.kind == .mapping, node.tag == nil else { return nil }
      let level = Level()
      for (key, value) in node.entries {
        level.append(Item(key: key.text, keyNode: key, content: .value(value)))
      }
      return level
    }
  }

  private func entries(of level: Level) -> [MapEntry] {
    // The limit of a name's parts also bounds this recursion.
    level.entries.map { item in
      let value =
        switch item.content {
        case .value(let node): LayeredValue(node, layer)
        case .level(let inner):
          LayeredValue(
            item.keyNode, layer, LayeredValue.Detail(content: .entries(entries(of: inner))))
        }
      return MapEntry(item.keyNode, part: item.key, value, layer: layer)
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
