import Patchbay
import TestSupport
import Testing

@testable import PatchbayTesting

@Suite("An override without effect in a test")
struct OverrideIssueTests {
  private static let text = """
    the override of `guest` as `Guest` had no effect: callers received the original
    help: keep the token, override before the first request, and use the type by which callers receive the service
    """

  /// Returns the issues of an operation: the text, and whether it is at this file's line.
  private func issues(
    _ operation: () async throws -> Void
  ) async throws -> [(text: String, line: Int, path: String)] {
    let found = Guarded<[(text: String, line: Int, path: String)]>([])
    try await withKnownIssue(isIntermittent: true) {
      try await operation()
    } matching: { issue in
      let location = issue.sourceLocation
      let comments = issue.comments.map(\.rawValue).joined()
      found.withLock { $0.append((comments, location?.line ?? 0, location?.path ?? "")) }
      return true
    }
    return found.withLock(\.self)
  }

  @Test("is an issue at its line, which does not fail the test")
  func trait() async throws {
    let found = try await issues {
      try await ServicesTrait.run(
        {
          _ = try Services.current.override(.guest, with: Guest(name: "x"), line: 99)
          _ = try Services.current.resolve(.guest)
        },
        with: [
          .services("Tests/PatchbayTestingTests/Fixtures/services.yaml", catalog: .guests)
        ], owner: nil)
    }
    #expect(found.map(\.text) == [Self.text])
    #expect(found.map(\.line) == [99])
    #expect(found.map(\.path) == [#filePath])
  }

  @Test("is an issue of `withServices`, too, also if the operation fails")
  func function() async throws {
    let path = "Tests/PatchbayTestingTests/Fixtures/services.yaml"
    let found = try await issues {
      try await withServices(path, catalog: .guests) {
        _ = try Services.current.override(.guest, with: Guest(name: "x"))
        _ = try Services.current.resolve(.guest)
      }
    }
    #expect(found.map(\.text) == [Self.text])
    let failed = try await issues {
      await #expect(throws: NoServices.self) {
        try await withServices(path, catalog: .guests) {
          _ = try Services.current.override(.guest, with: Guest(name: "x"))
          _ = try Services.current.resolve(.guest)
          throw NoServices()
        }
      }
    }
    #expect(failed.map(\.text) == [Self.text])
  }

  @Test("is an issue of the synchronous form of `withServices`")
  func synchronousFunction() throws {
    let texts = Guarded<[String]>([])
    try withKnownIssue(isIntermittent: true) {
      try withServices("Tests/PatchbayTestingTests/Fixtures/services.yaml", catalog: .guests) {
        _ = try Services.current.override(.guest, with: Guest(name: "x"))
        _ = try Services.current.resolve(.guest)
      }
    } matching: { issue in
      texts.withLock { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    #expect(texts.withLock(\.self) == [Self.text])
  }

  @Test("is one of what came too late, where the container had started the original")
  func tooLate() async throws {
    let found = try await issues {
      try await ServicesTrait.run(
        {
          let token = try Services.current.override(.visits, with: Visits(), line: 77)
          defer { token.remove() }
          #expect(try Services.current.resolve(.visits).add("own") == ["own"])
        },
        with: [
          .services(
            "Tests/PatchbayTestingTests/Fixtures/services.yaml", catalog: .guests, starting: true)
        ], owner: nil)
    }
    #expect(found.map(\.line) == [77])
    #expect(
      found.first?.text.contains("came too late: the container had started the original") == true)
  }

  @Test("is none where the override is received")
  func received() async throws {
    let found = try await issues {
      try await ServicesTrait.run(
        {
          let token = try Services.current.override(.guest, with: Guest(name: "x"))
          defer { token.remove() }
          #expect(try Services.current.resolve(.guest).name == "x")
        },
        with: [
          .services("Tests/PatchbayTestingTests/Fixtures/services.yaml", catalog: .guests)
        ], owner: nil)
    }
    #expect(found.isEmpty)
  }
}
