import Synchronization

/// Holds all that wait, until it is opened.
package final class Gate: Sendable {
  private let state = Mutex((isOpen: false, waiters: [CheckedContinuation<Void, Never>]()))

  package init() {}

  package func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  package func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiters.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}

/// Where a request waits while a test asks the program to end.
package final class Door: Sendable {
  package let entered = Gate()
  package let left = Gate()

  package init() {}

  package func pass() async {
    entered.open()
    await left.wait()
  }
}

/// What happened, in order.
package final class Journal<Entry: Sendable>: Sendable {
  private let state = Mutex([Entry]())

  package init() {}

  package var entries: [Entry] { state.withLock { $0 } }

  package func add(_ entry: Entry) { state.withLock { $0.append(entry) } }
}
