// swift-tools-version: 6.2
import PackageDescription

// A stub: the few symbols of the package of this name that the recipes use.
let package = Package(
  name: "grpc-swift-nio-transport",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "GRPCNIOTransportHTTP2", targets: ["GRPCNIOTransportHTTP2"])
  ],
  dependencies: [
    .package(path: "../grpc-swift-2"),
    .package(path: "../stub-network"),
  ],
  targets: [
    .target(
      name: "GRPCNIOTransportHTTP2",
      dependencies: [
        .product(name: "StubNetwork", package: "stub-network"),
        .product(name: "GRPCCore", package: "grpc-swift-2"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
