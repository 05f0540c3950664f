import Hummingbird
import HummingbirdTesting
import Patchbay
import PatchbayTesting
import Testing

@Test(
  .services("Config/web.yaml", catalog: .web),
  .overlay(yaml: "services: { session: { arguments: { user: ada } } }"))
func greetsTheUser() async throws {
  let application = try Services.current.resolve("application", as: WebApplication.self)
  try await application.test(.router) { client in
    try await client.execute(uri: "/hello", method: .get) { response in
      #expect(response.status == .ok)
      #expect(String(buffer: response.body) == "hello, ada")
    }
  }
}
