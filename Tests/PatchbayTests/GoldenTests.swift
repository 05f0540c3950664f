import Foundation
import Patchbay
import Testing

@Suite("Every diagnostic code has a configuration that raises it, and its exact text")
struct GoldenTests {
  /// Run with `PATCHBAY_WRITE=1` to write down what comes out; read the change before you
  /// commit it.
  static let writes = ProcessInfo.processInfo.environment["PATCHBAY_WRITE"] != nil

  @Test(arguments: GoldenCase.all)
  func theTextIsExact(_ golden: GoldenCase) async throws {
    let (codes, text) = await golden.run()
    #expect(codes.contains(golden.code), "\(golden) must raise its code, and raises \(codes)")
    if Self.writes {
      try golden.write(text + "\n")
    } else {
      #expect(text + "\n" == golden.expected)
    }
  }

  @Test func everyCodeHasAGolden() throws {
    let codes = try DiagnosticPage.codes()
    #expect(codes.count > 30)
    let covered = Set(GoldenCase.all.map(\.code))
    #expect(codes.filter { !covered.contains($0) } == [], "codes without a folder in Goldens")
    #expect(covered.subtracting(codes) == [], "folders without a code")
  }
}
