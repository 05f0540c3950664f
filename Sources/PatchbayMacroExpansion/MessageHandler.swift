/// Answers the messages of the compiler.
package struct MessageHandler {
  package init() {}

  package func answer(to message: HostMessage) -> PluginMessage {
    switch message {
    case .getCapability:
      return .getCapabilityResult(capability: .init())
    case .expandFreestandingMacro(let use):
      return Self.result(of: use.macro) { () throws(MacroError) in try Self.source(of: use) }
    case .expandAttachedMacro(let use):
      return Self.result(of: use.macro) { () throws(MacroError) in try Self.source(of: use) }
    case .loadPluginLibrary:
      return .loadPluginLibraryResult(loaded: false, diagnostics: [])
    case .unknown(let name):
      return Self.failure("this version of PatchbayMacros does not support the message `\(name)`")
    }
  }

  /// Returns the expansion of a use; nil for a macro that does not exist.
  private static func source(
    of use: HostMessage.FreestandingMacro
  ) throws(MacroError) -> String? {
    switch use.macro.typeName {
    case "FactoryMacro": try FactoryMacro(use).expansion()
    case "FactoryMistake": throw try FactoryMacro(use).mistake()
    default: nil
    }
  }

  /// Returns the expansion of a use; nil for a macro that does not exist.
  private static func source(
    of use: HostMessage.AttachedMacro
  ) throws(MacroError) -> String? {
    switch use.macro.typeName {
    case "ProvidedMacro": try ProvidedMacro(use).expansion()
    case "ProvidedInitializerMacro": try ProvidedInitializerMacro.check(use)
    default: nil
    }
  }

  private static func result(
    of macro: HostMessage.MacroReference, _ expand: () throws(MacroError) -> String?
  ) -> PluginMessage {
    do throws(MacroError) {
      guard let source = try expand() else {
        return failure("this version of PatchbayMacros has no macro `\(macro.typeName)`")
      }
      return .expandMacroResult(expandedSource: source, diagnostics: [])
    } catch {
      return .expandMacroResult(expandedSource: nil, diagnostics: error.diagnostics)
    }
  }

  private static func failure(_ message: String) -> PluginMessage {
    .expandMacroResult(
      expandedSource: nil,
      diagnostics: [.init(message: message, severity: .error, position: .unknown)])
  }
}

/// The mistakes in one use of a macro.
struct MacroError: Error {
  var diagnostics: [PluginMessage.Diagnostic]

  init(
    _ message: String, at position: PluginMessage.Position, notes: [PluginMessage.Note] = []
  ) {
    diagnostics = [.init(message: message, severity: .error, position: position, notes: notes)]
  }

  init(_ errors: [MacroError]) { diagnostics = errors.flatMap(\.diagnostics) }
}

/// A part of a file as a macro receives it: its tokens and where they are in the file.
struct LocatedSource {
  let text: SourceText
  let location: HostMessage.Location

  init(_ syntax: HostMessage.Syntax) {
    text = SourceText(syntax.source)
    location = syntax.location
  }

  /// The place of a token in the file.
  func position(_ token: Int) -> PluginMessage.Position {
    // A broken location must not trap.
    PluginMessage.Position(
      fileName: location.fileName,
      offset: location.offset.addingReportingOverflow(text.offset(token)).partialValue)
  }

  /// Returns the mistake at a token.
  func error(_ message: String, at token: Int) -> MacroError {
    MacroError(message, at: position(token))
  }

  /// The line of a token in the file, counted from 1.
  func line(_ token: Int) -> Int {
    location.line.addingReportingOverflow(text.linesBefore(token)).partialValue
  }
}
