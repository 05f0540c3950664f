import PatchbayDiagnostics
import PatchbayYAML

// What people who know another format write, and what it is called here.
extension EntryField {
  static let foreignNames: [String: Self] = [
    "class": .type, "kind": .type, "factory": .type, "implementation": .type,
    "args": .arguments, "arg": .arguments, "params": .arguments, "parameters": .arguments,
    "constructor": .arguments, "constructorarguments": .arguments, "inject": .arguments,
    "dependencies": .arguments, "setters": .properties, "dependson": .after, "parent": .extends,
    "wraps": .decorates, "wrap": .decorates, "decorator": .decorates, "decoratorof": .decorates,
    "retries": .retry, "lifetime": .scope, "lifecycle": .scope, "decorationpriority": .priority,
    "depends": .after, "requires": .after,
  ]
}

extension EntryField {
  /// Returns what is written here in place of a field of another container that has no counterpart;
  /// nil for any other key.
  static func advice(inPlaceOf key: String) -> String? {
    guard key.utf8.count <= 32 else { return nil }
    switch key.lowercased().filter({ $0 != "_" && $0 != "-" }) {
    case "singleton", "issingleton", "shared", "cached":
      return
        "an instance is shared by default: to make a new one each time, write `scope: transient`"
    case "prototype", "transient": return "write `scope: transient`"
    case "lazy", "lazyinit":
      return "a service is built when it is first needed, unless it is `eager: true`; to build one "
        + "later than what uses it, declare the parameter with `.lazy` or `.provider`"
    case "public", "private", "visibility", "internal":
      return
        "every service can be requested by its key: `roots:` lists those that the program requests"
    case "calls", "methods", "setter", "method", "factorymethod", "staticfactory", "initmethod",
      "destroymethod":
      return "a configuration calls no methods: `properties:` sets what the factory declares, and "
        + "the factory in the catalog decides what is called"
    case "props", "attributes", "set", "fields": return "did you mean `properties`?"
    case "bind", "binding", "bindings": return "write each value under `arguments:`"
    case "autoconfigure", "synthetic", "configurator", "file", "module", "abstract", "image",
      "ports", "volumes", "networks", "command", "replicas", "healthcheck":
      return "it has no counterpart here: leave it out, or see the catalog"
    case "interface", "contract", "protocol", "as", "for": return "did you mean `provides`?"
    case "default", "primary": return "refer to the service with `!ref`, or narrow `provides:`"
    case "timeout", "starttimeout", "stoptimeout":
      return "write how long its hooks may take: `timeouts: { start: 5s, stop: 5s }`"
    case "order": return "did you mean `priority`?"
    case "if", "condition", "when", "disabled":
      return "`enabled:` switches an entry on or off, and what holds in one environment is under "
        + "`environments:`, at the left edge"
    case "environment", "env":
      return "a service has no variables of its own: give each to an argument, such as "
        + "`arguments: { url: $(env:URL) }`; what holds in one environment is under `environments:`, at the "
        + "left edge"
    case "profile", "profiles": return "write the entry under `environments:`"
    case "aliases":
      return "each alias is an entry of its own: `another-key: { alias: this-key }`"
    case "before": return "write `after:` in the entry of the other service"
    case "restart", "restartpolicy":
      return
        "nothing starts a service again: `ends:` says what follows when it ends, and `retry:` repeats "
        + "its start"
    default: return nil
    }
  }
}

extension FileField {
  static let foreignNames: [String: Self] = [
    "profile": .environments, "profiles": .environments, "stage": .environments,
    "stages": .environments, "env": .environments, "envs": .environments,
    "include": .imports, "includes": .imports, "resources": .imports,
    "params": .parameters, "variables": .parameters, "vars": .parameters, "values": .parameters,
    "beans": .services, "components": .services, "entrypoints": .roots,
  ]

  /// Returns the fix of an environment that is selected, of variables that are set, of what is started, and of the
  /// heading of another format; nil for any other key.
  static func advice(inPlaceOf key: String, _ value: YAMLNode) -> Diagnostic.FixIt? {
    if !value.isFromProgram, value.span.file.bytes[value.span.range].first == UInt8(ascii: "&") {
      return .init("a key that only holds an anchor begins with `x-`: write `x-\(key)`")
    }
    let isSelection = ["environment", "env", "profile", "profiles", "stage"].contains(key)
    if isSelection, value.kind == .scalar, !value.isNothing {
      return .init(
        "no file selects an environment: name it with `--environment` or PATCHBAY_ENV when the program is "
          + "started")
    }
    if ["apiVersion", "kind", "metadata"].contains(key) {
      return .init("leave it out: the only heading of a file is `version: 1`")
    }
    if ["application", "app", "main", "entrypoint"].contains(key) {
      let name = value.knownTag == .ref ? value : value.kind == .mapping ? value["ref"] : nil
      if let name, name.kind == .scalar, Name.isKey(name.text) {
        return .init(
          "what the program asks for is listed by its key: write `roots: [\(name.text)]`")
      }
    }
    guard ["environment", "env", "variables", "vars"].contains(key), !value.isNothing,
      !value.isMapOfMaps
    else { return nil }
    return .init(
      "variables are set where the program is started, and read with `$(env:NAME)`; what a file sets is "
        + "under `parameters:`")
  }
}

extension SectionField {
  /// The names of the sections of a file that an environment has, too.
  static var foreignNames: [String: Self] {
    FileField.foreignNames.compactMapValues { SectionField.named($0.name) }
  }
}

extension YAMLNode {
  /// Whether it is a map of maps, as environments are; an empty entry may be one.
  var isMapOfMaps: Bool {
    kind == .mapping && entries.allSatisfy { $0.value.kind == .mapping || $0.value.isNull }
  }
}

extension TaggedField {
  static let foreignNames: [String: Self] = [
    "name": .tag, "tagname": .tag,
    "index": .key, "indexby": .key, "indexattribute": .key, "by": .key, "keyby": .key,
    "attribute": .key,
  ]
}

extension ImportField {
  static let foreignNames: [String: Self] = ["resource": .file, "path": .file, "pattern": .glob]
}

extension TimeoutField {
  static let foreignNames: [String: Self] = [
    "startup": .start, "init": .start, "shutdown": .stop, "terminate": .stop, "close": .stop,
  ]
}

extension RetryField {
  static let foreignNames: [String: Self] = [
    "count": .attempts, "max": .attempts, "maxattempts": .attempts, "maxretries": .attempts,
    "times": .attempts, "tries": .attempts, "retries": .attempts, "limit": .attempts,
    "delay": .pause, "backoff": .pause, "interval": .pause, "wait": .pause, "sleep": .pause,
  ]
}

extension YAMLNode {
  /// Returns the fix of a YAML tag that other formats have, such as `!env NAME`, and of `!ref(pool)`;
  /// nil for any other tag.
  func insteadOfTag(_ tag: String) -> Diagnostic.FixIt? {
    if let fix = insteadOfMergeTag(tag) { return fix }
    guard kind == .scalar else { return insteadOfTaggedMap(tag) }
    if ["!include", "!import", "!includes", "!imports", "!yaml"].contains(tag.lowercased()) {
      return .init(
        "no YAML tag reads a file: list it in `imports:` at the left edge; the text of a file is "
          + "`$(file:…)`")
    }
    var (word, name) = (tag.dropFirst().lowercased(), text)
    if isNothing, let colon = tag.firstIndex(of: ":"), word.hasPrefix("tag:") {
      (word, name) = ("tag", String(tag[tag.index(after: colon)...]))
    }
    if let open = word.firstIndex(of: "("), word.hasSuffix(")"), isNothing {
      name = String(tag.dropFirst().drop { $0 != "(" }.dropFirst().dropLast())
      word = String(word[..<open])
    }
    if isNothing, word != "reference",
      let known = ["ref", "tagged", "optional"].first(where: word.hasPrefix)
    {
      // `!refpool`, without the space. What lacks its key and is misspelt, such as `!refa`, may be anything.
      let rest = tag.dropFirst(known.utf8.count + 1)
      if rest.utf8.count > 2, rest.first?.isLetter == true { (word, name) = (known, String(rest)) }
    }
    guard !name.isEmpty, name.utf8.count <= 128 else { return nil }
    var (written, isName) = ("", Name.isKey(name))
    switch word {
    case "env", "environment", "variable", "envvar", "getenv":
      (written, isName) = ("$(env:\(name))", Name.isEnvironment(name))
    case "param", "parameter", "var", "value":
      (written, isName) = ("$(\(name))", Name.isParameter(name))
    case "service", "reference", "bean", "key", "inject", "ref": written = "!ref \(name)"
    case "optional", "tagged": written = "!\(word) \(name)"
    case "tagged_iterator", "tagged_locator", "tag", "tags": written = "!tagged \(name)"
    default: return nil
    }
    guard isName else { return nil }
    return .init("write `\(written)`", replacing: .span(span), with: written)
  }

  /// Returns the fix of a tag that says in other formats how a value is merged, such as `!merge`; nil for any other.
  private func insteadOfMergeTag(_ tag: String) -> Diagnostic.FixIt? {
    switch tag.lowercased() {
    case "!add", "!concat", "!extend", "!insert", "!join", "!merge", "!push", "!union", "!unshift":
      .init(
        kind == .sequence
          ? "write `!append` or `!prepend` to add elements to the list of the layers below"
          : "leave it out: the maps of all layers are merged, key by key")
    case "!override", "!overwrite", "!set":
      .init(
        kind == .mapping
          ? "write `!replace`, and nothing of the layers below is left"
          : "leave it out: a list or a text takes the place of those of the layers below")
    case "!delete", "!null", "!reset", "!unset":
      .init("write `!remove`", replacing: .span(span), with: "!remove")
    default: nil
    }
  }

  /// Returns the fix of `!tagged_iterator { tag: handler, index_by: path }`; nil for any other map.
  private func insteadOfTaggedMap(_ tag: String) -> Diagnostic.FixIt? {
    guard ["!tagged_iterator", "!tagged_locator"].contains(tag), kind == .mapping else {
      return nil
    }
    var names: [TaggedField: String] = [:]
    for (key, value) in entries {
      guard let field = TaggedField.named(key) ?? TaggedField.named(inOtherFormats: key.text),
        value.kind == .scalar, Name.isKey(value.text), names[field] == nil
      else { return nil }
      names[field] = value.text
    }
    guard let name = names[.tag] else { return nil }
    let written = names[.key].map { "!tagged { tag: \(name), key: \($0) }" } ?? "!tagged \(name)"
    return .init(
      "write `\(written)`", replacing: isInBraces ? wholePlace : nil, with: written)
  }
}
