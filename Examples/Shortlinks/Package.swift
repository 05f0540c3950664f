// swift-tools-version: 6.2
import PackageDescription

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
    .executableTarget(
      name: "Shortlinks",
      dependencies: [
        "CSQLite",
        "CMicroHTTP",
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
