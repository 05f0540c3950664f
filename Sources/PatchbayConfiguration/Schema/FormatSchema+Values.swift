import PatchbayCore

// Every value may also be a `$(…)`, what a bare tag leaves, or null, which any layer may replace.
extension FormatSchema {
  /// The values that many parameters share.
  var valueDefinitions: [(String, SchemaNode)] {
    let open = SchemaNode.reference("open")
    return [
      (
        "open",
        .any(of: .types("null"), .reference("removed"), .reference("interpolated"))
      ),
      ("String", .types("string", "number", "boolean", "null")),
      ("Bool", .any(of: .reference("flag"), .types("null"))),
      ("Int", .any(of: .reference("integer"), .types("null"))),
      (
        "Double",
        .any(
          of: .types("number"),
          .pattern(#"^([-+]?[0-9.][0-9_.]*([eE][-+]?[0-9_]+)?|[-+]?\.inf|\.nan)$"#), open)
      ),
      ("Duration", .any(of: .reference("duration"), .types("null"))),
      // A tag leaves its text; a text without a tag is found by `check`.
      ("service-key", .any(of: suggestions(.key) + [.types("string", "null")])),
      ("service", .any(of: .reference("service-key"), .reference("inline"))),
      (
        "service-list",
        .any(
          of: [.map([("type", "array"), ("items", .reference("service"))])]
            + suggestions(.tag) + [.types("string", "null")])
      ),
      (
        "service-map",
        .any(
          of: [.map([("type", "object"), ("additionalProperties", .reference("service"))])]
            + suggestions(.tag) + [.types("string", "null")])
      ),
    ]
  }

  /// What a parameter or property is given.
  func members(_ form: WiringModel.Input.Form) -> [(String, SchemaNode)] {
    switch form {
    case .value(let shape): members(shape)
    case .service, .optionalService: [("$ref", "#/$defs/service")]
    case .serviceList: [("$ref", "#/$defs/service-list")]
    case .serviceMap: [("$ref", "#/$defs/service-map")]
    }
  }

  private func members(_ shape: ValueShape) -> [(String, SchemaNode)] {
    func any(_ choices: SchemaNode...) -> [(String, SchemaNode)] {
      [("anyOf", .list(choices + [.reference("open")]))]
    }
    switch shape {
    case .text, .readable: return [("$ref", "#/$defs/String")]
    case .flag: return [("$ref", "#/$defs/Bool")]
    case .number: return [("$ref", "#/$defs/Double")]
    case .duration: return [("$ref", "#/$defs/Duration")]
    case .integer(nil, nil): return [("$ref", "#/$defs/Int")]
    case .integer(let minimum, let maximum):
      let bounds = [("minimum", minimum), ("maximum", maximum)].compactMap { name, bound in
        bound.map { (name, SchemaNode.number($0)) }
      }
      return any(.map([("type", "integer")] + bounds), .integerText)
    case .cases(let texts, let isClosed):
      return isClosed ? any(.oneOf(texts)) : any(.oneOf(texts), .types("integer"), .integerText)
    case .list(let element):
      return any(.map([("type", "array"), ("items", .map(members(element)))]))
    case .map(let keys, let value):
      let names = keys.map { [("propertyNames", SchemaNode.oneOf($0))] } ?? []
      return any(
        .map([("type", "object")] + names + [("additionalProperties", .map(members(value)))]))
    case .unknown: return []
    }
  }
}

extension SchemaNode {
  /// A whole number in a spelling that YAML takes for a text, or in quotes.
  static var integerText: SchemaNode {
    .pattern("^[-+]?(0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+|0|[1-9][0-9_]*)$")
  }
}
