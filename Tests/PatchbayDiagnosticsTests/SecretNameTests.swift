import PatchbayDiagnostics
import Testing

@Suite("A name is that of a credential where its last word is one")
struct SecretNameTests {
  @Test(arguments: [
    "password", "passwd", "pwd", "passphrase", "secret", "token", "credential", "credentials",
    "apikey", "api-key", "api_key", "privatekey", "private-key", "private_key",
  ])
  func words(_ word: String) {
    for name in [word, word.uppercased(), "db.\(word)", "a_\(word)", "DB_\(word.uppercased())"] {
      #expect(SecretNames.isSecret(name), "\(name)")
    }
    let capitalized = word.prefix(1).uppercased() + word.dropFirst()
    #expect(SecretNames.isSecret("my\(capitalized)"))
    for name in ["my\(word)", "\(word)x", "\(word).name", String(word.dropFirst())] {
      #expect(!SecretNames.isSecret(name), "\(name)")
    }
  }

  @Test(arguments: ["", "key", "publicKey", "tokens", "secrets", "pass", "user"])
  func others(_ name: String) { #expect(!SecretNames.isSecret(name)) }
}
