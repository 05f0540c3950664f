import PatchbayCore
import PatchbayDiagnostics

// An entry is judged as it is written: what its `type` declares holds for the arguments next to it.
// Nothing is required, because another layer or `extends` may give it.
extension FormatSchema {
  /// The types, and what each declares.
  var typeDefinitions: [(String, SchemaNode)] {
    let types = vocabulary?.types ?? []
    let rules = types.map { type in
      SchemaNode.map([
        (
          "if",
          .map([
            ("properties", .map([("type", .map([("const", .text(type.name))]))])),
            ("required", .list(["type"])),
          ])
        ),
        ("then", .reference(Self.definitionName(of: type))),
      ])
    }
    let names: [(String, SchemaNode)] = [
      ("type-name", typeName(types)),
      ("typed", rules.isEmpty ? .flag(true) : .map([("allOf", .list(rules))])),
      ("inline", inline),
    ]
    return names + valueDefinitions
      + types.map { (Self.definitionName(of: $0), declaration(of: $0)) }
  }

  /// What an entry and an inline service have in addition in the schema of a program.
  var typeRule: [(String, SchemaNode)] {
    vocabulary == nil ? [] : [("allOf", .list([.reference("typed")]))]
  }

  private func typeName(_ types: [WiringModel.Factory]) -> SchemaNode {
    .oneOf(
      types.map(\.name),
      [("enumDescriptions", .list(types.map { .text(Self.summary(of: $0)) }))])
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
    .map([
      ("description", .text(Self.summary(of: type))),
      (
        "properties",
        .map([
          ("arguments", inputs(type.arguments)),
          ("properties", inputs(type.properties)),
        ])
      ),
    ])
  }

  /// A map by the names of parameters or properties.
  private func inputs(_ inputs: [WiringModel.Input]) -> SchemaNode {
    let properties = inputs.map { input in
      (
        input.name,
        SchemaNode.map(
          [("description", .text(DisplayText.line(input.declaration)))] + members(input.form))
      )
    }
    return .map([
      ("type", .list(["object", "null", "string"])),
      ("properties", .map(properties)),
      ("additionalProperties", .flag(false)),
    ])
  }

  private var inline: SchemaNode {
    .map(
      [
        ("type", "object"),
        ("properties", properties(InlineField.self)),
        ("additionalProperties", .flag(false)),
      ] + typeRule)
  }
}
