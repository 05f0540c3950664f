import PatchbayDiagnostics

extension Factory where Product: Sendable {
  /// Declares an asynchronous factory.
  ///
  /// ```swift
  /// Factory(async: "ConnectionPool", .value("url")) { url in try await ConnectionPool.open(url) }
  /// ```
  ///
  /// A shared product is built once for all concurrent callers, in a task of its own: cancelling
  /// the first caller does not cancel it. `Container.start()` builds such singletons; afterwards
  /// `resolve` returns them at once. Before that, for services of a scope that are not eager, and
  /// for those that are not kept, use `resolve(awaiting:)`. A `resolve` that would have to wait throws
  /// `needs-await`.
  ///
  /// - Parameters:
  ///   - name: The type name that configurations write under `type`.
  ///   - parameters: The declared inputs, in the order of the closure's arguments.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - make: Builds one product. The caller receives an error that it throws as the `underlying`
  ///     error of a `factory-failed`.
  public init<each Value>(
    async name: String,
    _ parameters: repeat Parameter<each Value>,
    fileID: String = #fileID,
    line: Int = #line,
    // Spelled out: swiftc 6.3.1 crashes in the caller of a pack's initializer otherwise.
    make: @escaping @Sendable @concurrent (repeat each Value) async throws -> Product
  ) {
    self.init(
      name, [ParameterSignature](of: repeat each parameters), fileID, line,
      maker: .awaited { arguments in
        var cursor = arguments
        let values = (repeat cursor.next(as: (each Value).self))
        return Box(try await make(repeat each values))
      }
    )
  }

  /// Declares a factory that runs on the main actor.
  ///
  /// ```swift
  /// Factory(main: "StatusWindow", .value("title"), make: StatusWindow.init(title:))
  /// ```
  ///
  /// Like the product of an `async` factory, the product is built by `Container.start()` or
  /// `resolve(awaiting:)`.
  ///
  /// - Parameters:
  ///   - name: The type name that configurations write under `type`.
  ///   - parameters: The declared inputs, in the order of the closure's arguments.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - make: Builds one product, on the main actor.
  public init<each Value>(
    main name: String,
    _ parameters: repeat Parameter<each Value>,
    fileID: String = #fileID,
    line: Int = #line,
    make: @escaping @Sendable @MainActor (repeat each Value) throws -> Product
  ) {
    self.init(async: name, repeat each parameters, fileID: fileID, line: line) {
      (value: repeat each Value) in
      try await MainActor.run { try make(repeat each value) }
    }
  }
}
