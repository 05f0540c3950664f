// swift-tools-version: 6.2
import PackageDescription

// A stub: the few symbols of the package of this name that the recipes use.
let package = Package(
  name: "grpc-swift-2",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "GRPCCore", targets: ["GRPCCore"])
  ],
  targets: [
    .target(name: "GRPCCore")
  ],
  swiftLanguageModes: [.v6]
)
