/// The fields of a service entry.
enum EntryField: Int, FieldName {
  case after, alias, arguments, autowire, decorates, deprecated, description, eager, enabled
  case ends, extends, priority, properties, provides, retry, scope, tags, timeouts, type

  static let subject = "a service entry"

  static let names = FieldNames([
    "after", "alias", "arguments", "autowire", "decorates", "deprecated", "description", "eager",
    "enabled", "ends", "extends", "priority", "properties", "provides", "retry", "scope", "tags",
    "timeouts", "type",
  ])

  var rule: FieldRule {
    switch self {
    case .after: FieldRule(.keys, "keys to start after and to stop before")
    case .alias: FieldRule(.key, "the key that this key is an alias of")
    case .arguments: FieldRule(.values, "what the factory's parameters are given, by their names")
    case .autowire: FieldRule(.flag, "whether services left out are found by their types")
    case .decorates: FieldRule(.key, "the key of the service that this one wraps")
    case .deprecated: FieldRule(.text, "a warning for each that refers to the key")
    case .description: FieldRule(.text, "text for people and tools")
    case .eager: FieldRule(.flag, "whether it is built when the container starts")
    case .enabled: FieldRule(.flag, "whether the container has the service")
    case .ends: FieldRule(.ending, "what the program does when the service's run returns")
    case .extends: FieldRule(.template, "a template or service to take everything else from")
    case .priority: FieldRule(.integer, "a higher one wraps nearer to the decorated service")
    case .properties: FieldRule(.values, "what the factory's setters are given after construction")
    case .provides: FieldRule(.contracts, "the contracts under which it is found by type")
    case .retry: FieldRule(.retry, "how the start hook is attempted again after it failed")
    case .scope: FieldRule(.scope, "how long an instance is kept")
    case .tags: FieldRule(.tags, "the lists that `!tagged` finds it in")
    case .timeouts: FieldRule(.timeouts, "how long the hooks may take")
    case .type: FieldRule(.type, "a type name in the factory catalog")
    }
  }

  /// Whether an entry inherits the field from the one that it extends.
  var isInherited: Bool {
    switch self {
    case .alias, .decorates, .priority, .deprecated, .description, .extends: false
    default: true
    }
  }

  /// Whether an alias may have the field.
  var isForAliases: Bool { self == .alias || self == .deprecated || self == .description }

  /// Whether a template may have the field.
  var isForTemplates: Bool { self == .extends || self == .description || isInherited }

  /// The fields of a template, for messages.
  static var namesForTemplates: String {
    allCases.filter(\.isForTemplates).map(\.name).joined(separator: ", ")
  }

  /// Whether an entry with the field is a new definition instead of a patch.
  var makesDefinition: Bool { self == .type || self == .alias || self == .extends }

  /// Whether the field's value is a map, so that it may be blank if it is empty.
  var isMap: Bool {
    switch self {
    case .arguments, .properties, .retry, .tags, .timeouts: true
    default: false
    }
  }
}

/// The fields of `!inline`.
enum InlineField: Int, FieldName {
  case arguments, type

  static let subject = "an inline service"

  static let names = FieldNames(["arguments", "type"])

  // Safe because both are fields of an entry.
  var rule: FieldRule { EntryField.named(name)!.rule }
}

/// The fields of `!tagged`, where it is a map.
enum TaggedField: Int, FieldName {
  case key, tag

  static let subject = "`!tagged`"

  static let names = FieldNames(["key", "tag"])

  var rule: FieldRule {
    switch self {
    case .key: FieldRule(.text, "the attribute of the tag whose text is the key of each service")
    case .tag: FieldRule(.tag, "the tag of the services")
    }
  }
}

/// The fields of `retry:`.
enum RetryField: Int, FieldName {
  case attempts, pause

  static let subject = "`retry`"

  static let names = FieldNames(["attempts", "pause"])

  var rule: FieldRule {
    switch self {
    case .attempts: FieldRule(.integer, "how often the start hook is attempted, the first included")
    case .pause: FieldRule(.pause, "the first pause and the longest, such as `200ms..5s`")
    }
  }
}

/// The fields of `timeouts:`.
enum TimeoutField: Int, FieldName {
  case start, stop

  static let subject = "`timeouts`"

  static let names = FieldNames(["start", "stop"])

  var rule: FieldRule {
    switch self {
    case .start: FieldRule(.duration, "the longest that the start hook may take")
    case .stop:
      FieldRule(.limit, "the longest that the stop hook and the run may take; null for no limit")
    }
  }
}

/// The top level of a file.
enum FileField: Int, FieldName {
  case defaults, environments, imports, parameters, roots, scopes, services, templates, version

  static let subject = "a configuration file"

  static let names = FieldNames([
    "defaults", "environments", "imports", "parameters", "roots", "scopes", "services", "templates",
    "version",
  ])

  var rule: FieldRule {
    switch self {
    case .defaults: FieldRule(.defaults, "what the definitions of this file leave out")
    case .environments: FieldRule(.environments, "changes for one environment each, by its name")
    case .imports: FieldRule(.imports, "files that rank below this one")
    case .parameters: FieldRule(.parameters, "values that `$(name)` refers to")
    case .roots: FieldRule(.keys, "the keys that the program resolves")
    case .scopes: FieldRule(.names, "the named scopes, outermost first")
    case .services: FieldRule(.entries, "the services by their keys")
    case .templates: FieldRule(.templates, "entries that are never built, only extended")
    case .version: FieldRule(.version, "the version of the format: 1")
    }
  }
}

/// One environment of the section `environments:`.
enum SectionField: Int, FieldName {
  case parameters, roots, services, templates

  static let subject = "an environment"

  static let names = FieldNames(["parameters", "roots", "services", "templates"])

  // Safe because all are sections of a file.
  var rule: FieldRule { FileField.named(name)!.rule }
}

/// An import written as a map.
enum ImportField: Int, FieldName {
  case file, glob, optional

  static let subject = "an import"

  static let names = FieldNames(["file", "glob", "optional"])

  var rule: FieldRule {
    switch self {
    case .file: FieldRule(.text, "a path, relative to this file")
    case .glob: FieldRule(.text, "a pattern with `*`, `?` and `**`, relative to this file")
    case .optional: FieldRule(.flag, "whether the file may be missing")
    }
  }
}

/// The section `defaults:`.
enum DefaultsField: Int, FieldName {
  case autowire, scope, tags

  static let subject = "`defaults`"

  static let names = FieldNames(["autowire", "scope", "tags"])

  var rule: FieldRule {
    switch self {
    case .autowire: FieldRule(.flag, "whether services left out are found by their types")
    case .scope: FieldRule(.scope, "how long instances are kept")
    case .tags: FieldRule(.tags, "tags that are added")
    }
  }
}
