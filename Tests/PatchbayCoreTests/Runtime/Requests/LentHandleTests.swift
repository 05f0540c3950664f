import PatchbayConfiguration
import Foundation
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

/// A factory lends a handle of its own to another thread's factory before it has returned.
@Suite("A cycle through a handle that another factory uses is found", .timeLimit(.minutes(15)))
struct LentHandleTests {
  /// Where the one leaves its handle for the other, once.

  private final class Loan: Sendable {
    private let handle = Locked<Provider<Node>?>(nil)
    private let isUsed = Locked(false)
    private let isThere = DispatchSemaphore(value: 0)
    private let isBack = DispatchSemaphore(value: 0)

    /// Lends a handle, and waits until it is not needed any more.
    func lend(_ provider: Provider<Node>) {
      handle.withLock { $0 = provider }
      isThere.signal()
      isBack.wait()
    }

    /// Waits for the handle; it is returned only once.
    func use(_ body: (Provider<Node>) throws -> Node) throws -> Node {
      let isFirst = isUsed.withLock { isUsed in
        defer { isUsed = true }
        return !isUsed
      }
      guard isFirst else { throw Broken() }
      isThere.wait()
      defer { isBack.signal() }
      return try body(try #require(handle.withLock { $0 }))
    }
  }

  private func plan(_ loan: Loan, _ xHasBegun: Gate? = nil) throws -> Plan {
    let catalog = FactoryCatalog("t") {
      Factory("Lender", .provider("x")) { (x: Provider<Node>) -> Node in
        loan.lend(x)
        return Node("lender")
      }
      Factory("Borrower") { () throws -> Node in
        try loan.use { lent in
          // Where X is built elsewhere, it asks for this one at the same time.
          xHasBegun?.wait()
          return Node("borrower", [try lent()])
        }
      }
      Factory("X", .provider("next")) { (next: Provider<Node>) throws -> Node in
        xHasBegun?.open()
        return Node("x", [try next()])
      }
    }
    return try definitions {
      $0.define("a", "Lender", ["x": .ref("x")])
      $0.define("b", "Borrower")
      $0.define("x", "X", ["next": .ref("b")])
    }.plan(catalog)
  }

  private func codes(_ container: Container, _ keys: [String]) -> [String: [DiagnosticCode]] {
    let codes = Locked<[String: [DiagnosticCode]]>([:])
    onThreads(keys.count) { index in
      do throws(DiagnosticsError) {
        _ = try container.resolve(keys[index], as: Node.self)
        codes.withLock { $0[keys[index]] = [] }
      } catch { codes.withLock { $0[keys[index]] = error.codes } }
    }
    return codes.withLock { $0 }
  }

  @Test("a cycle through a lent handle is found on the thread of its borrower")
  func onTheBorrowersOwnThread() throws {
    let codes = codes(Container(try plan(Loan())), ["a", "b"])
    #expect(codes["a"] == [])
    #expect(codes["b"] == [.reentrantResolution])
  }

  @Test func aCycleOverAThirdThreadIsFound() throws {
    // Often enough that each of the two comes first in some round.
    for _ in 0..<200 {
      let codes = codes(Container(try plan(Loan(), Gate())), ["a", "b", "x"])
      #expect(codes["a"] == [])
      // One of the two runs into the way back; the other does, too, or finds nothing lent any more.
      let both = [codes["b"], codes["x"]]
      #expect(both.contains([.reentrantResolution]))
      #expect(both.allSatisfy { $0 == [.reentrantResolution] || $0 == [.factoryFailed] })
    }
  }
}
