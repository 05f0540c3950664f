import Patchbay
import PatchbayTesting
import Testing

@Suite("A dump of a trait shows no variable and no text")
struct TraitMirrorTests {
  @Test("a dump of a trait shows no variable and no text")
  func traits() {
    let yaml = "parameters: { token: !secret hunter2 }"
    let traits: [ServicesTrait] = [
      .services("services.yaml", variables: ["A": "hunter2"], catalog: FactoryCatalog("none") {}),
      .services(yaml: yaml, variables: ["A": "hunter2"], catalog: FactoryCatalog("none") {}),
      .overlay(yaml: yaml),
    ]
    for trait in traits {
      var text = ""
      dump(trait, to: &text)
      text += "\(trait)"
      #expect(!text.contains("hunter2"))
    }
  }
}
