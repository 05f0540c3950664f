import PatchbayDiagnostics

extension Factory where Product: Sendable {
  /// Adds a hook that runs when the container starts.
  ///
  /// Only singletons and the services of declared scopes can have hooks: for any other service the plan
  /// reports `unreachable-hook`. `Container.start()` builds and starts a service with such a hook after
  /// everything that it depends on.
  ///
  /// - Parameter body: Starts the product. If it throws, the whole start fails, unless the definition
  ///   has a `retry` and a later attempt succeeds.
  /// - Returns: The factory with the hook added.
  public func onStart(_ body: @escaping @Sendable (Product) async throws -> Void) -> Self {
    let first = entry.start
    return changing {
      $0.extras.start = { box in
        try await first?(box)
        try await body(box.content())
      }
    }
  }

  /// Adds a run: what goes on as long as the container is started, such as the loop of a client or a server.
  ///
  /// ```swift
  /// Factory("JobQueue", .service("db"), make: JobQueue.init)
  ///   .onRun(ready: { try await $0.waitUntilReady() }) { try await $0.run() }
  /// ```
  ///
  /// `Container.start()` begins it after everything that the service depends on has started, in a task of its own,
  /// and then awaits `ready` and the `onStart` hook before services that depend on it start. It is begun once for
  /// each product, and never again. When it returns, the definition's `ends` says whether the program stops, fails or
  /// goes on; an error that it throws ends the program with `service-ended`, unless `ends` is `continue`.
  ///
  /// A stop cancels it and waits for its end. A service with an `onStop` hook can ask it to end there: then it is
  /// cancelled only if it has not ended when its limit is over (``Container/stopTimeout``), and never without a limit.
  /// So can one whose `body` takes a ``StopRequest`` as its second argument:
  ///
  /// ```swift
  /// Factory("JobWorker", .service("queue"), make: JobWorker.init)
  ///   .onRun { worker, stopping in
  ///     while let job = try await stopping.cancelWhenRequested({ try await worker.queue.next() }) {
  ///       try await worker.perform(job)
  ///     }
  ///   }
  /// ```
  ///
  /// The task has no task-local values of the task that started the container, such as a logger: bind them inside the
  /// closure.
  /// Only singletons can have a run: for any other service the plan reports `unreachable-hook`. A second run is
  /// reported as `duplicate-run`.
  ///
  /// - Parameters:
  ///   - ready: Returns when the run can be used. It runs next to `body`, and within `timeouts.start`; if it throws, a
  ///     `retry` of the definition attempts it again. Without it, the service can be used as soon as `body` is entered.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - body: The run.
  /// - Returns: The factory with the run added.
  public func onRun(
    ready: (@Sendable (Product) async throws -> Void)? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    _ body: @escaping @Sendable (Product) async throws -> Void
  ) -> Self {
    running(
      .cancelled { box in try await body(box.content()) }, ready,
      SwiftLocation(fileID: fileID, line: line))
  }

  /// Adds a run that a stop asks to end; everything else is as for a run of one argument.
  ///
  /// - Parameters:
  ///   - ready: Returns when the run can be used.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - body: The run; its second argument is how a stop asks it to end.
  /// - Returns: The factory with the run added.
  public func onRun(
    ready: (@Sendable (Product) async throws -> Void)? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    _ body: @escaping @Sendable (Product, StopRequest) async throws -> Void
  ) -> Self {
    running(
      .asked { box, stopping in try await body(box.content(), stopping) }, ready,
      SwiftLocation(fileID: fileID, line: line))
  }

  private func running(
    _ run: CatalogEntry.Run, _ ready: (@Sendable (Product) async throws -> Void)?,
    _ location: SwiftLocation
  ) -> Self {
    guard entry.run == nil else {
      return changing { $0.extras.mistakes.append(entry.runTwice(at: location)) }
    }
    return changing {
      $0.extras.run = run
      if let ready { $0.extras.ready = { box in try await ready(box.content()) } }
    }
  }

  /// Adds a hook that runs when the container stops.
  ///
  /// It runs once for each product that the container has built. A product stops before everything
  /// that it depends on.
  ///
  /// - Parameter body: Stops the product. If it throws, the error is collected, and the other
  ///   products are still stopped.
  /// - Returns: The factory with the hook added.
  public func onStop(_ body: @escaping @Sendable (Product) async throws -> Void) -> Self {
    let first = entry.stop
    return changing {
      // In reverse: what was started last stops first.
      $0.extras.stop = { box in
        try await body(box.content())
        try await first?(box)
      }
    }
  }
}

extension Factory {
  /// Adds one sentence on what the product is for.
  ///
  /// ```swift
  /// Factory("SMTPMailer", .value("host"), make: SMTPMailer.init)
  ///   .summary("Sends mail through one SMTP server.")
  /// ```
  ///
  /// The commands `show` and `list types` print it, and editors show it for the type. It does not
  /// change what a container does.
  ///
  /// - Parameter text: The sentence. White space around it is dropped; an empty text is no summary.
  /// - Returns: The factory with the summary, in place of an earlier one.
  public func summary(_ text: String) -> Self {
    changing { $0.extras.summary = text.trimmingWhiteSpace }
  }
}

extension Factory {
  /// Marks a factory whose product reaches external systems, and so must not be built in a test.
  ///
  /// ```swift
  /// Factory("SMTPMailer", .value("host"), make: SMTPMailer.init).notInTests()
  /// ```
  ///
  /// In a container of the test traits or of `withServices`, building the product is the error
  /// `live-service`, which names the key to overlay. Everywhere else the mark has no effect.
  public func notInTests() -> Self { changing { $0.isLive = true } }
}
