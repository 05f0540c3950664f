// swift-tools-version: 6.2
import PackageDescription

// A stub: the few symbols of the package of this name that the recipes use.
let package = Package(
  name: "valkey-swift",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Valkey", targets: ["Valkey"])
  ],
  dependencies: [
    .package(path: "../stub-network"),
    .package(path: "../swift-log"),
    .package(path: "../swift-service-lifecycle"),
  ],
  targets: [
    .target(
      name: "Valkey",
      dependencies: [
        .product(name: "StubNetwork", package: "stub-network"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
