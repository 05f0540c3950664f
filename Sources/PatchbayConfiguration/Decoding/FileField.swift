/// The top level of a file.
enum FileField: Int, FieldName {
  case defaults, environments, imports, parameters, roots, scopes, services, templates, version

  static let subject = "a configuration file"

  static let rules: [FieldRule] = [
    FieldRule("defaults", .defaults, "what the definitions of this file leave out"),
    FieldRule("environments", .environments, "changes for one environment each, by its name"),
    FieldRule("imports", .imports, "files that rank below this one"),
    FieldRule("parameters", .parameters, "values that `$(name)` refers to"),
    FieldRule("roots", .names, "the keys that the program resolves"),
    FieldRule("scopes", .names, "the named scopes, outermost first"),
    FieldRule("services", .entries, "the services by their keys"),
    FieldRule("templates", .templates, "entries that are never built, only extended"),
    FieldRule("version", .version, "the version of the format: 1"),
  ]
}

/// One environment of the section `environments:`.
enum SectionField: Int, FieldName {
  case parameters, roots, services, templates

  static let subject = "an environment"

  static let rules: [FieldRule] = [
    FieldRule("parameters", .parameters, "values that `$(name)` refers to"),
    FieldRule("roots", .names, "the keys that the program resolves"),
    FieldRule("services", .entries, "the services by their keys"),
    FieldRule("templates", .templates, "entries that are never built, only extended"),
  ]
}

/// An import written as a map.
enum ImportField: Int, FieldName {
  case file, glob, optional

  static let subject = "an import"

  static let rules: [FieldRule] = [
    FieldRule("file", .text, "a path, relative to this file"),
    FieldRule("glob", .text, "a pattern with `*`, `?` and `**`, relative to this file"),
    FieldRule("optional", .flag, "whether the file may be missing"),
  ]
}

/// The section `defaults:`.
enum DefaultsField: Int, FieldName {
  case autowire, scope, tags

  static let subject = "`defaults`"

  static let rules: [FieldRule] = [
    FieldRule("autowire", .flag, "whether services left out are found by their types"),
    FieldRule("scope", .name, "how long instances are kept"),
    FieldRule("tags", .tags, "tags that are added"),
  ]
}
