extension FactoryMacro {
  /// Returns the error of a failable initializer, for which the compiler finds a declaration of its own.
  func failable() throws(MacroError) -> MacroError {
    error("may return nil: throw an error instead", in: try MacroArguments(of: use))
  }

  /// Returns the error of what is no function that fits: of its text, or else of its effects.
  func mistake() throws(MacroError) -> MacroError {
    _ = try expansion()
    return error(
      "cannot be called here: write `#factory(async: …)` if it is asynchronous, and "
        + "`#factory(main: …)` on the main actor",
      in: try MacroArguments(of: use))
  }

  private func error(_ problem: String, in arguments: MacroArguments) -> MacroError {
    guard let function = arguments.expressions.first else {
      return MacroError(
        "expected an initializer, such as `Mailer.init(host:port:)`", at: use.position(0))
    }
    return MacroError(
      "`\(use.text.source(function))` \(problem)", at: use.position(function.lowerBound))
  }
}
