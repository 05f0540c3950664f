import Foundation
import PatchbayDiagnostics
import TestSupport
import Testing

@Suite("A name is that of a credential where its last word is one")
struct SecretNameTests {
  @Test(
    "a name that ends with the word of a credential is one",
    arguments: [
      "password", "passwd", "pwd", "passphrase", "secret", "token", "credential", "credentials",
      "apikey", "api-key", "api_key", "privatekey", "private-key", "private_key", "secret-key",
      "secretkey", "secret_key_base", "secretKeyBase", "access_key", "signing_key",
      "encryption-key",
      "master_key", "account_key", "dsn",
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

  @Test(
    "in the names that tools and frameworks use",
    arguments: [
      "AWS_SECRET_ACCESS_KEY", "aws.secret_access_key", "secretAccessKey", "SECRET_KEY",
      "DJANGO_SECRET_KEY", "SECRET_KEY_BASE", "DB_PASS", "SMTP_PASS", "smtp.pass", "pass",
      "db-pass",
      "JWT_SIGNING_KEY", "jwtSigningKey", "ENCRYPTION_KEY", "APP_ENCRYPTION_KEY", "SENTRY_DSN",
      "sentryDsn", "sentryDSN", "DATABASE_DSN", "RAILS_MASTER_KEY", "AZURE_STORAGE_ACCOUNT_KEY",
      "OPENAI_API_KEY", "STRIPE_WEBHOOK_SECRET", "GITHUB_TOKEN", "PGPASSWORD", "MYSQL_PWD",
    ])
  func names(_ name: String) { #expect(SecretNames.isSecret(name)) }

  @Test("which an article lists")
  func table() throws {
    let article = try String(
      contentsOf: Project.folder.appending(path: "Sources/Patchbay/Patchbay.docc/FormatValues.md"),
      encoding: .utf8)
    let table = article.split(separator: "\n").drop { $0 != "| last word | such as |" }
      .dropFirst(2).prefix { $0.hasPrefix("|") }
    #expect(table.count == 17)
    for row in table {
      let names = row.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
      #expect(names.count >= 2)
      for name in names { #expect(SecretNames.isSecret(name), "\(name)") }
    }
  }

  @Test(
    "a name that only contains such a word is not one",
    arguments: [
      "", "key", "publicKey", "PUBLIC_KEY", "partition_key", "AWS_ACCESS_KEY_ID", "max_tokens",
      "tokens", "secrets", "boardingPass", "bypass", "highPass", "passes", "user", "sn",
      "primary-key",
      "secret_keys", "key_base", "secret--key",
    ])
  func others(_ name: String) { #expect(!SecretNames.isSecret(name)) }
}
