extension FactoryMacro {
  /// Returns the error of a failable initializer, for which the compiler finds a declaration of its own.
  func failable() throws(MacroError) -> MacroError {
    let arguments = try MacroArguments(of: use)
    guard let function = arguments.expressions.first else {
      return MacroError(
        "expected an initializer, such as `Mailer.init(host:port:)`", at: use.position(0))
    }
    return MacroError(
      "`\(use.text.source(function))` may return nil: throw an error instead",
      at: use.position(function.lowerBound))
  }
}
