import PatchbayCore
import PatchbayDiagnostics

// An entry is judged as it is written: what its `type` declares holds for the arguments next to it.
// Nothing is required, because another layer or `extends` may give it.
extension FormatSchema {
  /// The types, and what each declares.
  var typeDefinitions: SchemaNode {
    let types = vocabulary?.types ?? []
    let rules = types.map { type -> SchemaNode in
      [
        "if": ["properties": ["type": ["const": .text(type.name)]], "required": ["type"]],
        "then": .reference(Self.definitionName(of: type)),
      ]
    }
    let inline: SchemaNode = [
      "type": "object",
      "properties": properties(InlineField.self),
      "additionalProperties": false,
    ]
    return .joining(
      [
        "type-name": .oneOf(
          types.map(\.name), ["enumDescriptions": .texts(types.map(Self.summary))]),
        "typed": rules.isEmpty ? true : ["allOf": .list(rules)],
        "inline": .joining(inline, typeRule),
      ],
      valueDefinitions,
      .map(types.map { (Self.definitionName(of: $0), declaration(of: $0)) }))
  }

  /// What an entry and an inline service have in addition in the schema of a program.
  var typeRule: SchemaNode {
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

  private func declaration(of type: WiringModel.Factory) -> SchemaNode {
    [
      "description": .text(Self.summary(of: type)),
      "properties": [
        "arguments": inputs(type.arguments), "properties": inputs(type.properties),
      ],
    ]
  }

  /// A map by the names of parameters or properties.
  private func inputs(_ inputs: [WiringModel.Input]) -> SchemaNode {
    let properties = inputs.map { input in
      let description = SchemaNode.text(DisplayText.line(input.declaration))
      return (input.name, SchemaNode.joining(["description": description], node(input.form)))
    }
    return [
      "type": ["object", "null", "string"],
      "properties": .map(properties),
      "additionalProperties": false,
    ]
  }
}

// Every value may also be a `$(…)`, what a bare tag leaves, or null, which any layer may replace.
extension FormatSchema {
  /// The values that many parameters share.
  var valueDefinitions: SchemaNode {
    func services(_ collection: SchemaNode) -> SchemaNode {
      .any(of: [collection] + suggestions(.tag) + [.types("string", "null")])
    }
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
        ["type": "object", "additionalProperties": .reference("service")]),
    ]
  }

  /// What a parameter or property is given.
  func node(_ form: WiringModel.Input.Form) -> SchemaNode {
    switch form {
    case .value(let shape): node(shape)
    case .service, .optionalService: .reference("service")
    case .serviceList: .reference("service-list")
    case .serviceMap: .reference("service-map")
    }
  }

  private func node(_ shape: ValueShape) -> SchemaNode {
    let open = SchemaNode.reference("open")
    switch shape {
    case .text, .readable: return .reference("String")
    case .flag: return .reference("Bool")
    case .number: return .reference("Double")
    case .duration: return .reference("Duration")
    case .integer(nil, nil): return .reference("Int")
    case .integer(let minimum, let maximum):
      let bounds = [("minimum", minimum), ("maximum", maximum)].compactMap { name, bound in
        bound.map { (name, SchemaNode.number($0)) }
      }
      return .any(of: .joining(["type": "integer"], .map(bounds)), .integerText, open)
    case .cases(let texts, isClosed: true): return .any(of: .oneOf(texts), open)
    case .cases(let texts, isClosed: false):
      return .any(of: .oneOf(texts), .types("integer"), .integerText, open)
    case .list(let element): return .any(of: ["type": "array", "items": node(element)], open)
    case .map(let keys, let value):
      let names = keys.map { ["propertyNames": SchemaNode.oneOf($0)] as SchemaNode } ?? [:]
      let values: SchemaNode = ["additionalProperties": node(value)]
      return .any(of: .joining(["type": "object"], names, values), open)
    case .unknown: return [:]
    }
  }
}
