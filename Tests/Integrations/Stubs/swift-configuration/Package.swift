// swift-tools-version: 6.2
import PackageDescription

// A stub: the few symbols of the package of this name that the recipes use.
let package = Package(
  name: "swift-configuration",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Configuration", targets: ["Configuration"])
  ],
  dependencies: [
    .package(path: "../swift-system")
  ],
  targets: [
    .target(
      name: "Configuration",
      dependencies: [
        .product(name: "SystemPackage", package: "swift-system")
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
