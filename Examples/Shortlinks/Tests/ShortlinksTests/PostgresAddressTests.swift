import Testing

@testable import Shortlinks

@Suite struct PostgresAddressTests {
  @Test(arguments: [
    "", "postgresql:///links", "postgres://me:p%40ss@host:5433/links?sslmode=require",
    "host=/tmp user=me password='a b'", "host=a,b port=1,2", "port=''",
  ])
  func takesWhatLibpqTakes(text: String) throws {
    #expect(try PostgresAddress(text).text == text)
  }

  /// The password of each is `geheim`, which no message may quote.
  @Test(arguments: [
    (
      "hosst=db password=geheim",
      "it has an option that PostgreSQL does not know; did you mean `host` or `hostaddr`?"
    ),
    ("password=my geheim=x", "it has an option that PostgreSQL does not know"),
    (
      "postgresql://me:geheim@db/links?sslmod=require",
      "it has an option that PostgreSQL does not know; did you mean "
        + "`sslmode`?"
    ),
    ("password=my geheim", "an option has no `=` and no value"),
    ("host=db password='geheim", "a value in quotes does not end"),
    ("postgresql://me:geheim%zz@db", "a `%` is not followed by the two digits of a character"),
    (
      "postgresql://me:[geheim@[db/links",
      "PostgreSQL cannot read it; in an address, write other characters than letters and digits of "
        + "a password as `%` and two digits"
    ),
    ("port=geheim", "the option `port` is no number from 1 to 65535"),
    ("host=a,b port=1,99999", "the option `port` is no number from 1 to 65535"),
    (
      "sslmode=geheim",
      "the option `sslmode` is none of disable, allow, prefer, require, verify-ca, verify-full"
    ),
  ])
  func saysWhatIsWrongWithoutQuoting(text: String, mistake: String) {
    let error = #expect(throws: PostgresError.self) { try PostgresAddress(text) }
    #expect(error == .wrongAddress(mistake))
    #expect(error?.description == "the connection string `url` is wrong: \(mistake)")
  }

  /// What libpq prints where a server refuses a connection, and where none answers.
  @Test(
    arguments: [
      ("connection to server at \"db\", port 5432 failed: FATAL:  28P01\n", "28P01"),
      ("… failed: ВАЖНО:  3D000\n", "3D000"),
      // With TLS, and then without.
      ("… failed: FATAL:  28P01\n… failed: FATAL:  28000\n", "28P01"),
      ("… failed: No such file or directory\n\tIs the server running locally?\n", nil),
      ("", nil),
    ] as [(String, String?)])
  func findsTheCodeOfARefusal(message: String, code: String?) {
    #expect(PostgresConnection.code(in: message) == code)
  }
}
