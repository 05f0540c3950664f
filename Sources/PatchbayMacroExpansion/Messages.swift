/// A message of the compiler to a plugin.
///
/// The protocol is that of
/// [swift-syntax](https://github.com/swiftlang/swift-syntax/blob/main/Sources/SwiftCompilerPluginMessageHandling/PluginMessages.swift):
/// an object with one member, which is named for the message. Only what is read is decoded.
package enum HostMessage: Decodable {
  case getCapability
  case expandFreestandingMacro(FreestandingMacro)
  case expandAttachedMacro(AttachedMacro)
  case loadPluginLibrary
  /// A message of a version of the protocol that is not known.
  case unknown(String)

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    guard let name = container.allKeys.first, container.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "expected one message"))
    }
    switch name.stringValue {
    case "getCapability": self = .getCapability
    case "expandFreestandingMacro":
      self = .expandFreestandingMacro(try container.decode(FreestandingMacro.self, forKey: name))
    case "expandAttachedMacro":
      self = .expandAttachedMacro(try container.decode(AttachedMacro.self, forKey: name))
    case "loadPluginLibrary": self = .loadPluginLibrary
    default: self = .unknown(name.stringValue)
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension HostMessage {
  /// A macro's use as an expression.
  package struct FreestandingMacro: Decodable {
    let macro: MacroReference
    let syntax: Syntax
  }

  /// A macro's use as an attribute.
  package struct AttachedMacro: Decodable {
    let macro: MacroReference
    /// What the expansion becomes: `member`, `extension`, or another role.
    package var macroRole: String?
    let attributeSyntax: Syntax
    let declSyntax: Syntax
    package var extendedTypeSyntax: Syntax?
    package var conformanceListSyntax: Syntax?
    package var lexicalContext: [Syntax]?
  }

  struct MacroReference: Decodable {
    /// The type that implements the macro.
    let typeName: String
  }

  /// A part of a source file, with the comments before it.
  package struct Syntax: Decodable {
    let source: String
    let location: Location
  }

  /// The place of the first byte of a ``Syntax``.
  struct Location: Decodable {
    let fileID: String
    let fileName: String
    let offset: Int
    let line: Int
  }
}

// The compiler's messages are decoded. These are for those that tests make.

extension HostMessage.FreestandingMacro {
  package init(_ typeName: String, _ syntax: HostMessage.Syntax) {
    (macro, self.syntax) = (.init(typeName: typeName), syntax)
  }
}

extension HostMessage.AttachedMacro {
  package init(
    _ typeName: String, _ attribute: HostMessage.Syntax, _ declaration: HostMessage.Syntax
  ) {
    (macro, attributeSyntax, declSyntax) = (.init(typeName: typeName), attribute, declaration)
  }
}

extension HostMessage.Syntax {
  package init(_ source: String, fileName: String, offset: Int = 0, line: Int = 1) {
    self.source = source
    location = .init(fileID: "App/\(fileName)", fileName: fileName, offset: offset, line: line)
  }
}

/// An answer of a plugin to the compiler.
package enum PluginMessage: Encodable {
  case getCapabilityResult(capability: Capability)
  case expandMacroResult(expandedSource: String?, diagnostics: [Diagnostic])
  case loadPluginLibraryResult(loaded: Bool, diagnostics: [Diagnostic])

  package struct Capability: Encodable {
    /// The version of the protocol whose messages are read here; a newer compiler adapts to it.
    let protocolVersion = 7
  }

  package struct Diagnostic: Encodable {
    enum Severity: String, Encodable { case error, warning, note }

    package let message: String
    let severity: Severity
    package let position: Position
    let highlights: [Position] = []
    package private(set) var notes: [Note] = []
    let fixIts: [Position] = []
  }

  package struct Note: Encodable {
    package let position: Position
    let message: String
  }

  package struct Position: Encodable {
    package let fileName: String
    package let offset: Int

    /// Nowhere in a file.
    static let unknown = Position(fileName: "", offset: 0)
  }
}
