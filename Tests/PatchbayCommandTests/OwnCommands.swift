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

private let files = CommandArgument(repeated: .file, summary: "the files to import")
private let limit = CommandOption(
  "--limit", value: .number, summary: "how many accounts to import of each file")
private let order = CommandOption(
  "--order", value: .choice("ORDER", of: ["file", "name"]), summary: "file, or by name")
private let dryRun = CommandOption("--dry-run", summary: "count the accounts, and import none")

let importing = Subcommand(
  "import", summary: "Imports accounts from files.",
  details: "A file has one address in each line. An address that is known is left as it is.",
  arguments: [files], options: [limit, order, dryRun],
  exitCodes: [3: "an address was known"],
  examples: ["import new.txt", "import old.txt new.txt --limit 10 --dry-run"]
) { invocation in
  let accounts = try Container(invocation.plan()).resolve(.accounts)
  let limit = invocation[limit] ?? .max
  if invocation[dryRun] {
    let count = accounts.count(in: invocation[files], limit: limit)
    invocation.output.result("\(count) accounts to import")
    return ExitCode.success
  }
  let known = try accounts.add(
    from: invocation[files], limit: limit, isSorted: invocation[order] == "name")
  return known == 0 ? ExitCode.success : 3
}

let serve = Subcommand("serve", summary: "Answers requests until interrupted.") { invocation in
  let container = Container(try invocation.plan())
  try await container.run { report in
    invocation.output.result("serving, environment \(invocation.environment ?? "none")")
  }
  return ExitCode.success
}

private let version = CommandArgument(
  optional: .number.named("VERSION"), summary: "the version; the newest without it")

let migrate = Subcommand(
  "migrate", summary: "Brings the database to a version.", arguments: [version]
) { invocation in
  let container = Container(try invocation.plan())
  let migrations = try await container.resolve(awaiting: .migrations)
  let reached = try await migrations.run(to: invocation[version])
  invocation.output.result("the database has the version \(reached)")
  try await container.stop()
  return ExitCode.success
}

private let words = CommandArgument(repeated: "WORD", summary: "the words of the title")

let slug = Subcommand(
  "slug", summary: "Prints the name of a title in addresses.", arguments: [words]
) { invocation in
  invocation.output.result(invocation[words].map { $0.lowercased() }.joined(separator: "-"))
  return ExitCode.success
}
