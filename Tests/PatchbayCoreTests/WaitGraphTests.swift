import PatchbayConfiguration
import Testing

@testable import PatchbayCore

/// The wait graph belongs to the process and holds the edges of every test that runs. So each of these
/// runs other tests again in a process of its own, where no edge but theirs can be left.
@Suite("No request leaves an edge in the wait graph, whatever its outcome", .timeLimit(.minutes(5)))
struct WaitGraphTests {
  @Test func afterAFactoryAskedForItself() async {
    await #expect(processExitsWith: .success) {
      let tests = ReentranceTests()
      try tests.aCycleThroughACapturedContainerIsReported()
      try tests.aTransientThatIsAskedForInARingNamesTheWay()
      try tests.aViewOfAWeakServiceMayAskForOthers()
      for scope in ["transient", "singleton"] {
        try tests.endlessNestingEndsInAnErrorWhateverTheStack(scope, 512 << 10)
      }
      #expect(WaitGraph.edgeCount() == 0)
    }
  }

  @Test func afterThreadsAskedForEachOther() async {
    await #expect(processExitsWith: .success) {
      try ReentranceTests().aCycleThroughTwoContainersIsReportedWithItsPath()
      for count in [1, 2, 3, 8] {
        try DeferredTests().aRingOverThreadsEndsInAnErrorEveryTime(count)
      }
      for threads in [1, 2] { try ChildThreadTests().aRingOverBothEndsInAnError(threads) }
      #expect(WaitGraph.edgeCount() == 0)
    }
  }

  @Test func afterTheThreadsOfARingRetried() async {
    await #expect(processExitsWith: .success) {
      for containers in [1, 2] { try CycleStressTests.retry(4, containers, rounds: 1_000) }
      #expect(WaitGraph.edgeCount() == 0)
    }
  }

  @Test func afterAHandleWasLent() async {
    await #expect(processExitsWith: .success) {
      try LentHandleTests().onTheBorrowersOwnThread()
      try LentHandleTests().overAThirdThread()
      #expect(WaitGraph.edgeCount() == 0)
    }
  }

  @Test func afterRequestsThatWentWell() async {
    await #expect(processExitsWith: .success) {
      try ContentionTests().requestsOfEveryKindAtOnceLeaveOneInstanceOfEach()
      try ChildThreadTests().aSharedSingletonIsBuiltOnce()
      try await AwaitTests().manyTasksGetTheOneThatIsBuilt(16)
      #expect(WaitGraph.edgeCount() == 0)
    }
  }

  @Test func afterAFailure() async {
    await #expect(processExitsWith: .success) {
      try ContentionTests().aFailureWhileOthersWaitIsRetriedByThem()
      try InjectableTests().aServiceWhosePropertiesCannotBeFilledIsNotBuilt()
      try await AwaitTests().aFailureReachesAllRequestersAndIsNotCached()
      #expect(WaitGraph.edgeCount() == 0)
    }
  }

  @Test func afterARequestThatCannotWait() async {
    await #expect(processExitsWith: .success) {
      try AwaitTests().aSynchronousRequestIsRefused()
      try AwaitTests().aFactoryThatCannotAwaitGetsAnError()
      #expect(WaitGraph.edgeCount() == 0)
    }
  }

  @Test func afterTasksAwaitedEachOther() async {
    await #expect(processExitsWith: .success) {
      try await AwaitTests().aCycleIsReported()
      #expect(WaitGraph.edgeCount() == 0)
    }
  }
}
