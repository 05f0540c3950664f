// swift-tools-version: 6.2
import PackageDescription

// The recipe for Vapor 4, in a package of its own: all targets of a package see one module `Vapor`.
let package = Package(
  name: "VaporFour",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "VaporFour", targets: ["VaporFour"])
  ],
  dependencies: [
    .package(name: "Patchbay", path: "../../.."),
    .package(path: "../Stubs/vapor-4"),
  ],
  targets: [
    .target(
      name: "VaporFour",
      dependencies: [
        .product(name: "Patchbay", package: "Patchbay"),
        .product(name: "Vapor4", package: "vapor-4", moduleAliases: ["Vapor": "Vapor4"]),
      ],
      path: "Sources"
    )
  ],
  swiftLanguageModes: [.v6]
)
