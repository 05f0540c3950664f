import Patchbay
import PatchbayCommand

// The program of the article "Commands of your own". Its commands are shown there as they are written here.

struct Accounts: Sendable {
  let path: String
  func count(in files: [String], limit: Int) -> Int { files.count * min(limit, 25) }
  func add(from files: [String], limit: Int, isSorted: Bool) throws -> Int { 0 }
}

struct Migrations: Sendable {
  let accounts: Accounts
  func run(to version: Int?) async throws -> Int { version ?? 12 }
}

private struct Server: Sendable {
  let accounts: Accounts
  let port: Int
}

extension ServiceKey where Service == Accounts { static let accounts: Self = "accounts" }
extension ServiceKey where Service == Migrations { static let migrations: Self = "migrations" }

extension FactoryCatalog {
  static let accounts = FactoryCatalog("app") {
    Factory("Accounts", .value("path"), make: Accounts.init)
    Factory("Migrations", .service("accounts"), make: Migrations.init)
    Factory("Server", .service("accounts"), .value("port"), make: Server.init)
  }
}

let importing = Subcommand(
  "import", summary: "Imports accounts from files.",
  details: "A file has one address in each line. An address that is known is left as it is.",
  arguments: [CommandArgument(.file, isRepeatable: true, summary: "the files to import")],
  options: [
    CommandOption("--limit", value: .number, summary: "how many accounts to import of each file"),
    CommandOption(
      "--order", value: .choice("ORDER", of: ["file", "name"]), summary: "file, or by name"),
    CommandOption("--dry-run", summary: "count the accounts, and import none"),
  ],
  exitCodes: [3: "an address was known"],
  examples: ["import new.txt", "import old.txt new.txt --limit 10 --dry-run"]
) { invocation in
  let limit = invocation.value(of: "--limit").flatMap { Int($0) } ?? .max
  let isSorted = invocation.value(of: "--order") == "name"
  let accounts = try Container(invocation.plan()).resolve(.accounts)
  let files = invocation.values(of: "FILE")
  if invocation.has("--dry-run") {
    invocation.output.result("\(accounts.count(in: files, limit: limit)) accounts to import")
    return ExitCode.success
  }
  let known = try accounts.add(from: files, limit: limit, isSorted: isSorted)
  return known == 0 ? ExitCode.success : 3
}

let serve = Subcommand("serve", summary: "Answers requests until interrupted.") { invocation in
  let container = Container(try invocation.plan())
  try await container.run { report in
    invocation.output.result("serving, environment \(invocation.environment ?? "none")")
  }
  return ExitCode.success
}

let migrate = Subcommand(
  "migrate", summary: "Brings the database to a version.",
  arguments: [
    CommandArgument(
      .number.named("VERSION"), isOptional: true, summary: "the version; the newest without it")
  ]
) { invocation in
  let container = Container(try invocation.plan())
  let migrations = try await container.resolve(awaiting: .migrations)
  let version = try await migrations.run(to: invocation.value(of: "VERSION").flatMap { Int($0) })
  invocation.output.result("the database has the version \(version)")
  try await container.stop()
  return ExitCode.success
}

let slug = Subcommand(
  "slug", summary: "Prints the name of a title in addresses.",
  arguments: [CommandArgument("WORD", isRepeatable: true, summary: "the words of the title")]
) { invocation in
  let words = invocation.values(of: "WORD").map { $0.lowercased() }
  invocation.output.result(words.joined(separator: "-"))
  return ExitCode.success
}
