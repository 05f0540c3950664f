import PatchbayCore
import PatchbayDiagnostics

// An entry is judged as it is written: what its `type` declares holds for the arguments next to it.
// Nothing is required, because another layer or `extends` may give it.
extension FormatSchema {
  /// The types, and what each declares.
  var typeDefinitions: JSON {
    let types = vocabulary?.types ?? []
    let rules = types.map { type -> JSON in
      [
        "if": ["properties": ["type": ["const": type.name.json]], "required": ["type"]],
        "then": .reference(Self.definitionName(of: type)),
      ]
    }
    let inline: JSON = [
      "type": "object",
      "properties": properties(InlineField.self),
      "additionalProperties": false,
    ]
    return .joining(
      [
        "type-name": .oneOf(
          types.map(\.name), ["enumDescriptions": types.map(Self.summary).json]),
        "typed": rules.isEmpty ? true : ["allOf": .array(rules)],
        "inline": .joining(inline, typeRule),
      ],
      valueDefinitions,
      .object(types.map { .init(Self.definitionName(of: $0), declaration(of: $0)) }))
  }

  /// What an entry and an inline service have in addition in the schema of a program.
  var typeRule: JSON {
    vocabulary == nil ? [:] : ["allOf": [.reference("typed")]]
  }

  /// What a type is for, on a line of its own; the signature of its factory, and the contracts that
  /// it provides.
  private static func summary(of type: WiringModel.Factory) -> String {
    let purpose = type.summary.map { DisplayText.line($0) + "\n" } ?? ""
    let contracts = type.contracts.dropFirst().map(\.contractName)
    let provided = contracts.isEmpty ? "" : ", provides \(contracts.joined(separator: ", "))"
    return purpose + DisplayText.line(type.signature) + provided
  }

  /// The name of a type's definition, with each byte escaped that means something in a reference.
  private static func definitionName(of type: WiringModel.Factory) -> String {
    "type."
      + type.name.utf8.map { byte in
        let scalar = Unicode.Scalar(byte)
        return Name.isWord(byte) || scalar == "."
          ? String(scalar) : "=" + String(UInt16(byte) + 0x100, radix: 16).dropFirst()
      }.joined()
  }

  private func declaration(of type: WiringModel.Factory) -> JSON {
    [
      "description": Self.summary(of: type).json,
      "properties": [
        "arguments": inputs(type.arguments), "properties": inputs(type.properties),
      ],
    ]
  }

  /// A map by the names of parameters or properties.
  private func inputs(_ inputs: [WiringModel.Input]) -> JSON {
    let properties = inputs.map { input in
      let description = DisplayText.line(input.declaration).json
      return JSON.Member(
        input.name, .joining(["description": description], node(input.form)))
    }
    return [
      "type": ["object", "null", "string"],
      "properties": .object(properties),
      "additionalProperties": false,
    ]
  }
}

// Every value may also be a `$(…)`, what a bare tag leaves, or null, which any layer may replace.
extension FormatSchema {
  /// The values that many parameters share.
  var valueDefinitions: JSON {
    func services(_ collections: JSON...) -> JSON {
      .any(of: collections + suggestions(.tag) + [.types("string", "null")])
    }
    let tagged: JSON = [
      "type": "object",
      "properties": properties(TaggedField.self),
      "additionalProperties": false,
    ]
    return [
      "open": .open(.types("null")),
      "String": .types("string", "number", "boolean", "null"),
      "Bool": .any(of: .reference("flag"), .types("null")),
      "Int": .any(of: .reference("integer"), .types("null")),
      "Double": .any(
        of: .types("number"),
        .pattern(#"^([-+]?[0-9.][0-9_.]*([eE][-+]?[0-9_]+)?|[-+]?\.inf|\.nan)$"#),
        .reference("open")),
      "Duration": .any(of: .reference("duration"), .types("null")),
      // A tag leaves its text; a text without a tag is found by `check`.
      "service-key": .any(of: suggestions(.key) + [.types("string", "null")]),
      "service": .any(of: .reference("service-key"), .reference("inline")),
      "service-list": services(["type": "array", "items": .reference("service")]),
      "service-map": services(
        tagged, ["type": "object", "additionalProperties": .reference("service")]),
    ]
  }

  /// What a parameter or property is given.
  func node(_ form: WiringModel.Input.Form) -> JSON {
    switch form {
    case .value(let shape): node(shape)
    case .service, .optionalService: .reference("service")
    case .serviceList: .reference("service-list")
    case .serviceMap: .reference("service-map")
    }
  }

  private func node(_ shape: ValueShape) -> JSON {
    let open = JSON.reference("open")
    switch shape {
    case .text, .readable: return .reference("String")
    case .flag: return .reference("Bool")
    case .number: return .reference("Double")
    case .duration: return .reference("Duration")
    case .integer(nil, nil): return .reference("Int")
    case .integer(let minimum, let maximum):
      let bounds = [("minimum", minimum), ("maximum", maximum)].compactMap { name, bound in
        bound.map { JSON.Member(name, $0.json) }
      }
      return .any(of: .joining(["type": "integer"], .object(bounds)), .integerText, open)
    case .cases(let texts, isClosed: true): return .any(of: .oneOf(texts), open)
    case .cases(let texts, isClosed: false):
      return .any(of: .oneOf(texts), .types("integer"), .integerText, open)
    case .list(let element): return .any(of: ["type": "array", "items": node(element)], open)
    case .map(let keys, let value):
      let names = keys.map { ["propertyNames": JSON.oneOf($0)] as JSON } ?? [:]
      let values: JSON = ["additionalProperties": node(value)]
      return .any(of: .joining(["type": "object"], names, values), open)
    case .unknown: return [:]
    }
  }
}
