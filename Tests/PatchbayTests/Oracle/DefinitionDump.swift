import Patchbay

/// Everything that a ``DefinitionSet`` says, as text: one line for each fact, each with its place.
///
/// Two loads with the same dump give the same plan and the same messages about it, so a change of how
/// layers are merged and values are evaluated is compared by it.
struct DefinitionDump {
  /// Whether places and layers are part of the text; without them, files and Swift compare.
  var hasPlaces = true
  /// What is cut from the names of files.
  var folder = ""
  private(set) var lines: [String] = []

  init(_ set: DefinitionSet, hasPlaces: Bool = true, folder: String = "") {
    self.hasPlaces = hasPlaces
    self.folder = folder
    if hasPlaces { lines.append("layers \(set.layers.map { name($0.description) })") }
    for scope in set.scopes { add("scope", scope) }
    for root in set.roots { add("root", root) }
    for key in set.faultyKeys.sorted() { lines.append("faulty \(key)") }
    for (key, origin) in set.removed.sorted(by: { $0.key < $1.key }) {
      lines.append("removed \(key)\(place(origin))")
    }
    for alias in set.aliases {
      lines.append("alias \(alias.key)\(place(alias.provenance))")
      add("  of", alias.target)
      if let deprecated = alias.deprecated { add("  deprecated", deprecated) }
    }
    for definition in set.definitions { add(definition, "") }
  }

  var text: String { lines.joined(separator: "\n") }

  private mutating func add(_ definition: Definition, _ indent: String) {
    lines.append("\(indent)service \(definition.key)\(place(definition.provenance))")
    let inner = indent + "  "
    if let type = definition.type { add("\(inner)type", type) }
    if let scope = definition.scope { add("\(inner)scope", scope) }
    for argument in definition.arguments { add("argument", argument, inner) }
    for property in definition.properties { add("property", property, inner) }
    for tag in definition.tags {
      add("\(inner)tag \(tag.priority)", tag.name)
      for attribute in tag.attributes { add(attribute, inner + "  ") }
    }
    if let provides = definition.provides {
      lines.append("\(inner)provides \(provides.count)")
      for contract in provides { add("\(inner)  contract", contract) }
    }
    if let decorates = definition.decorates { add("\(inner)decorates", decorates) }
    for key in definition.after { add("\(inner)after", key) }
    if let deprecated = definition.deprecated { add("\(inner)deprecated", deprecated) }
    if let summary = definition.summary { lines.append("\(inner)description \(quoted(summary))") }
    let timeouts = definition.timeouts
    if let start = timeouts.start { lines.append("\(inner)start within \(start)") }
    if let stop = timeouts.stop { lines.append("\(inner)stop within \(stop)") }
    if let attempts = definition.retry.attempts { lines.append("\(inner)attempts \(attempts)") }
    if let pause = definition.retry.pause {
      lines.append("\(inner)pause \(pause.low) to \(pause.high)")
    }
    if definition.priority != 0 { lines.append("\(inner)priority \(definition.priority)") }
    let flags = [
      (definition.autowire, "autowire"), (definition.eager, "eager"),
      (!definition.isEnabled, "disabled"),
      (definition.isFaulty, "faulty"), (definition.sharesText && hasPlaces, "shares text"),
    ]
    for (isSet, word) in flags where isSet { lines.append("\(inner)\(word)") }
  }

  private mutating func add(_ word: String, _ argument: Argument, _ indent: String) {
    let at = hasPlaces ? " at \(name(argument.namePlace.displayName))" : ""
    add("\(indent)\(word) \(argument.name)\(at) =", argument.value, indent)
  }

  private mutating func add(_ entry: ConfigurationValue.Entry, _ indent: String) {
    let at = hasPlaces ? " at \(name(entry.keyPlace.displayName))" : ""
    add("\(indent)\(quoted(entry.key))\(at):", entry.value, indent)
  }

  private mutating func add(_ prefix: String, _ value: ConfigurationValue, _ indent: String) {
    let inner = indent + "  "
    let mark = value.disclosure == .open ? "" : " \(value.disclosure)"
    func line(_ content: String) -> String {
      "\(prefix) \(content)\(mark)\(place(value.provenance))"
    }
    switch value.content {
    case .null: lines.append(line("null"))
    case .scalar(let scalar):
      lines.append(line(scalar.isQuoted && hasPlaces ? quoted(scalar.text) : scalar.text))
    case .unknown(let text): lines.append(line("unknown \(text)"))
    case .list(let elements):
      lines.append(line("list of \(elements.count)"))
      for element in elements { add("\(inner)-", element, inner) }
    case .map(let entries):
      lines.append(line("map of \(entries.count)"))
      for entry in entries { add(entry, inner) }
    case .service(let use):
      lines.append(line("service"))
      switch use.target {
      case .reference(let key): add("\(inner)ref", key)
      case .optional(let key): add("\(inner)optional", key)
      case .tagged(let tag, let key):
        add("\(inner)tagged", tag)
        if let key { add("\(inner)key", key) }
      case .inner: lines.append("\(inner)inner")
      case .inline(var definition):
        // Its key says where it is, and so in which language.
        if !hasPlaces { definition.key = "inline" }
        add(definition, inner)
      }
    case .faulty: lines.append(line("faulty"))
    }
  }

  private mutating func add(_ word: String, _ text: Located) {
    lines.append("\(word) \(quoted(text.text))\(place(text.provenance))")
  }

  private func place(_ provenance: Provenance) -> String {
    guard hasPlaces else { return "" }
    let overridden = provenance.overridden.map { " over \(name($0.place.displayName))#\($0.layer)" }
    let via = provenance.via.map { " via \(name($0.displayName))" }
    return place(provenance.winner) + overridden.joined() + via.joined()
  }

  private func place(_ origin: Origin) -> String {
    hasPlaces ? " at \(name(origin.place.displayName))#\(origin.layer)" : ""
  }

  private func name(_ text: String) -> String {
    folder.isEmpty ? text : text.replacing(folder + "/", with: "")
  }

  private func quoted(_ text: String) -> String { text.debugDescription }
}
