// swift-tools-version: 6.2
import PackageDescription

// A stub: the few symbols of the package of this name that the recipes use.
let package = Package(
  name: "swift-system",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "SystemPackage", targets: ["SystemPackage"])
  ],
  targets: [
    .target(name: "SystemPackage")
  ],
  swiftLanguageModes: [.v6]
)
