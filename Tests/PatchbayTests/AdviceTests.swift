import Patchbay
import Testing

@Suite("An advice can be followed")
struct AdviceTests {
  private struct Both: Leaf { var leaves: [any Leaf] }

  private static let catalog = FactoryCatalog("advice") {
    FactoryCatalog.table
    Factory("Both", .services("leaves"), make: Both.init).provides { $0 as any Leaf }
  }

  /// The errors, and what is proposed for them.
  private static func advice(_ yaml: String) -> [String] {
    checked(yaml, catalog: catalog).filter { $0.severity == .error }.flatMap { diagnostic in
      ["\(diagnostic.code)"]
        + diagnostic.fixIts.map { fixIt in
          ([fixIt.message] + fixIt.edits.map(\.replacement)).joined(separator: " -> ")
        }
    }
  }

  @Test(
    "`.provider` is proposed only for a parameter that can have it",
    arguments: [
      (
        """
        services:
          plugin: { type: Wrapper, arguments: { inner: !ref registry }, tags: [plug] }
          registry: { type: Both, arguments: { leaves: !tagged plug } }
        """, "inner"
      ),
      (
        """
        services:
          registry: { type: Both, arguments: { leaves: !tagged plug } }
          plugin: { type: Wrapper, arguments: { inner: !ref registry }, tags: [plug] }
        """, "inner"
      ),
      (
        """
        services:
          a: { type: Green }
          wrapper: { type: Wrapper, decorates: a, arguments: { inner: !inner } }
          b: { type: Both, arguments: { leaves: [!ref b] } }
        """, nil
      ),
      (
        """
        services:
          first: { type: Both, arguments: { leaves: [!ref second] } }
          second: { type: Both, arguments: { leaves: [!ref first] } }
        """, nil
      ),
    ] as [(String, String?)])
  func deferral(yaml: String, parameter: String?) {
    let advice = parameter.map {
      "break the cycle where the dependency is only used later: declare that parameter with "
        + "`.provider(\"\($0)\")` in the factory and the service is built on first use"
    }
    #expect(Self.advice(yaml) == ["dependency-cycle"] + [advice].compactMap(\.self))
  }
}
