import PatchbayDiagnostics

extension Factory where Product: Sendable {
  /// Declares a factory whose product takes waiting for.
  ///
  /// ```swift
  /// Factory(async: "ConnectionPool", .value("url")) { url in try await ConnectionPool.open(url) }
  /// ```
  ///
  /// A shared product is built once however many ask for it, in a task of its own: that the first who
  /// asked is cancelled does not end it. `Container.start()` builds such singletons, and afterwards
  /// `resolve` gives them at once; before that, and for what is not kept, ask with
  /// `resolve(awaiting:)`. A `resolve` that would have to wait throws `needs-await`.
  ///
  /// - Parameters:
  ///   - name: the type name that configurations write under `type`.
  ///   - parameters: the declared inputs, in the order of the closure's arguments.
  ///   - fileID: where the factory is declared, for messages.
  ///   - line: where the factory is declared, for messages.
  ///   - make: builds one product; what it throws reaches who asked as the `underlying` error of a
  ///     `factory-failed`.
  public init<each Value>(
    async name: String,
    _ parameters: repeat Parameter<each Value>,
    fileID: String = #fileID,
    line: Int = #line,
    // Spelled out: swiftc 6.3.1 crashes in the caller of a pack's initializer otherwise.
    make: @escaping @Sendable @concurrent (repeat each Value) async throws -> Product
  ) {
    let declared = (repeat each parameters)
    self.init(
      name, signatures(repeat each parameters), fileID, line,
      maker: .awaited { arguments in
        var next = ArgumentCursor(arguments)
        let values = (repeat (each declared).read(next.advance()))
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
  /// As with an `async` factory, the product is built by `Container.start()` or
  /// `resolve(awaiting:)`.
  ///
  /// - Parameters:
  ///   - name: the type name that configurations write under `type`.
  ///   - parameters: the declared inputs, in the order of the closure's arguments.
  ///   - fileID: where the factory is declared, for messages.
  ///   - line: where the factory is declared, for messages.
  ///   - make: builds one product, on the main actor.
  public init<each Value>(
    main name: String,
    _ parameters: repeat Parameter<each Value>,
    fileID: String = #fileID,
    line: Int = #line,
    make: @escaping @Sendable @MainActor (repeat each Value) throws -> Product
  ) {
    let declared = (repeat each parameters)
    self.init(
      name, signatures(repeat each parameters), fileID, line,
      maker: .awaited { arguments in
        var next = ArgumentCursor(arguments)
        let values = (repeat (each declared).read(next.advance()))
        return Box(try await MainActor.run { try make(repeat each values) })
      }
    )
  }
}
