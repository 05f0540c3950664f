import PatchbayConfiguration
import Testing

@Test func smoke() throws {
  let load = try Load(
    """
    parameters:
      mail.from: no-reply@example.com
      http: { host: 127.0.0.1, port: $(env:PORT:-8080) }
      banner: mail from $(mail.from), price in $$(USD)
    services:
      pool:
        type: ConnectionPool
        arguments: { size: 8, url: "$(http.host)", b: $(banner), http: $(http) }
      users:
        type: Store
        tags: [a, b]
        arguments: { pool: !ref pool, bad: $(mail.form) }
        argments: 5
    environments:
      test:
        services:
          pool: { arguments: { size: 40 } }
          poll: { arguments: { size: 40 } }
    """, environment: "test")
  print(load.told.joined(separator: "\n"))
  for name in ["size", "url", "b", "http"] { print(load.trace("pool", name)) }
  print(load.helps)
}
