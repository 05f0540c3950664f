// swift-tools-version: 6.2
import PackageDescription

#if os(Linux)
  let hiredisPackage: String? = nil
#else
  let hiredisPackage: String? = "hiredis"
#endif

let package = Package(
  name: "Shortlinks",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "shortlinks", targets: ["Shortlinks"])],
  dependencies: [.package(name: "Patchbay", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
    ),
    .systemLibrary(
      name: "CMicroHTTP",
      pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]
    ),
    // The clients of the servers that only production uses. They are small and start nothing, so every
    // build has them, and one catalog holds for every environment.
    .systemLibrary(
      name: "CPostgreSQL",
      pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
    ),
    .systemLibrary(
      name: "CRedis",
      // Debian's file has a flag that Swift packages refuse, and says nothing that the compiler needs.
      pkgConfig: hiredisPackage,
      providers: [.apt(["libhiredis-dev"]), .brew(["hiredis"])]
    ),
    .executableTarget(
      name: "Shortlinks",
      dependencies: [
        "CSQLite",
        "CMicroHTTP",
        "CPostgreSQL",
        "CRedis",
        .product(name: "Patchbay", package: "Patchbay"),
        .product(name: "PatchbayCommand", package: "Patchbay"),
        .product(name: "PatchbayFoundation", package: "Patchbay"),
        .product(name: "PatchbayMacros", package: "Patchbay"),
      ]
    ),
    .testTarget(
      name: "ShortlinksTests",
      dependencies: [
        "Shortlinks",
        .product(name: "PatchbayTesting", package: "Patchbay"),
      ],
      exclude: ["Goldens", "Overlays"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  // Protocols used as types are written `any P`, as they are in catalogs and keys.
  target.swiftSettings = [.enableUpcomingFeature("ExistentialAny")]
}
