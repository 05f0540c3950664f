import PatchbayConfiguration
import Testing

@testable import PatchbayCore

/// The wait graph belongs to the process and holds the edges of every test that runs. So each of these
/// runs other tests again in a process of its own, where no edge but theirs can be left.
@Suite(
  "No request leaves an edge in the wait graph, whatever its outcome", .timeLimit(.minutes(15)))
struct WaitGraphTests {
  @Test func afterAFactoryRequestedItself() async {
    await #expect(processExitsWith: .success) {
      let tests = ReentranceTests()
      try tests.aCycleThroughACapturedContainerIsReported()
      try tests.aCycleOfTransientsNamesItsPath()
      try tests.aViewOfAWeakServiceCanResolveOthers()
      for scope in ["transient", "singleton"] {
        try tests.endlessNestingIsAnErrorOnAnyStack(scope, 512 << 10)
      }
      #expect(WaitGraph.edgeCount() == 0)
    }
  }

  @Test func afterThreadsRequestedEachOther() async {
    await #expect(processExitsWith: .success) {
      try ReentranceTests().aCycleThroughTwoContainersIsReportedWithItsPath()
      for count in [1, 2, 3, 8] {
        try DeferredTests().aCycleAcrossThreadsIsAlwaysAnError(count)
      }
      for threads in [1, 2] { try ChildThreadTests().aCycleAcrossBothIsAnError(threads) }
      #expect(WaitGraph.edgeCount() == 0)
    }
  }

  @Test func afterTheThreadsOfACycleRetried() async {
    await #expect(processExitsWith: .success) {
      for containers in [1, 2] {
        let ring = try Ring(size: max(4, containers * 3), over: containers)
        #expect(ring.errors(of: 4, rounds: 250) == 1_000)
      }
      #expect(WaitGraph.edgeCount() == 0)
    }
  }

  @Test func afterAHandleWasLent() async {
    await #expect(processExitsWith: .success) {
      try LentHandleTests().onTheBorrowersOwnThread()
      try LentHandleTests().aCycleOverAThirdThreadIsFound()
      #expect(WaitGraph.edgeCount() == 0)
    }
  }

  @Test func afterRequestsThatWentWell() async {
    await #expect(processExitsWith: .success) {
      try ContentionTests().requestsOfEveryKindAtOnceLeaveOneInstanceOfEach()
      try ChildThreadTests().aSharedSingletonIsBuiltOnce()
      try await AwaitTests().manyTasksReceiveTheOneInstance(16)
      #expect(WaitGraph.edgeCount() == 0)
    }
  }

  @Test func afterAFailure() async {
    await #expect(processExitsWith: .success) {
      try ContentionTests().aFailureWhileOthersWaitIsRetriedByThem()
      try InjectableTests().aServiceWhoseInjectionFailsIsNotBuilt()
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
