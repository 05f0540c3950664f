import Patchbay

// A load of one service with a variable, through a base, a section and an overlay. `./files` counts the source files
// that it runs through.

struct Pool: Sendable { let url: String }

let catalog = FactoryCatalog("app") { Factory("Pool", .value("url"), make: Pool.init) }
let folder = CommandLine.arguments[1]
let plan = try ServiceConfiguration(ConfigurationSource(path: folder + "/services.yaml")).plan(
  environment: "production", variables: ["DATABASE_URL": "postgres://db"],
  overlays: [ConfigurationSource(path: folder + "/overlay.yaml")], catalog: catalog)
print(try Container(plan).resolve("pool", as: Pool.self).url)
