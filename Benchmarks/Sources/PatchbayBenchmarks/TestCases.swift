import Patchbay
import PatchbayTesting

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// What a test pays for its container, from the second test on that names the same file: what the traits and
/// `withServices` share.
let testCases = [
  testCase("test-100", "a test's container of a file of 100 services, and its stop"),
  testCase(
    "test-overlay-100", "the same with an overlay of one key",
    overlay: "services: { service.number.7: { arguments: { size: 70 } } }"),
]

private func testCase(_ name: String, _ summary: String, overlay: String? = nil) -> Case {
  Case(
    name: name, summary: summary, floorName: "a container of the plan that exists, and its stop",
    limit: 100, countedRuns: 50
  ) {
    let large = LargeConfiguration(services: 100)
    let plan = try large.plan()
    let file = try temporaryFile("services.yaml", large.bytes)
    // A file that changed in the last three seconds is loaded for each test.
    sleep(4)
    let settings = LoadSettings.benchmarks(bytes: large.bytes.count + 1_000, services: 100)
    return Case.Bodies(
      floor: { runs in
        try LocalExecutor.run {
          for _ in 0..<runs { try await Container(plan).stop() }
        }
      },
      body: { runs in
        try LocalExecutor.run {
          for run in 0..<runs {
            // Each test of a suite has an overlay of its own.
            let texts = overlay.map { [$0 + " # \(run)"] } ?? []
            try await withServices(
              file, overlays: texts.map { .inline($0) }, catalog: .workers, settings: settings
            ) {
              guard try Services.current.plan.contains("service.number.99") else {
                throw WrongResult()
              }
            }
          }
        }
      })
  }
}

/// Writes a file into a new folder.
private func temporaryFile(_ name: String, _ bytes: [UInt8]) throws -> String {
  var template = Array("/tmp/patchbay-XXXXXX".utf8CString)
  guard let folder = mkdtemp(&template), let file = fopen(String(cString: folder) + "/" + name, "w")
  else { throw WrongResult() }
  defer { fclose(file) }
  guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw WrongResult() }
  return String(cString: folder) + "/" + name
}
