// swift-tools-version: 6.2
import PackageDescription

// A stub: the few symbols of the package of this name that the recipes use.
let package = Package(
  name: "hummingbird",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Hummingbird", targets: ["Hummingbird"]),
    .library(name: "HummingbirdTesting", targets: ["HummingbirdTesting"]),
  ],
  dependencies: [
    .package(path: "../stub-network"),
    .package(path: "../swift-log"),
    .package(path: "../swift-service-lifecycle"),
  ],
  targets: [
    .target(
      name: "Hummingbird",
      dependencies: [
        .product(name: "StubNetwork", package: "stub-network"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]
    ),
    .target(name: "HummingbirdTesting", dependencies: ["Hummingbird"]),
  ],
  swiftLanguageModes: [.v6]
)
