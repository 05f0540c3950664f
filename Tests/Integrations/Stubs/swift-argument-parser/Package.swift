// swift-tools-version: 6.2
import PackageDescription

// A stub: the few symbols of the package of this name that the recipes use.
let package = Package(
  name: "swift-argument-parser",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "ArgumentParser", targets: ["ArgumentParser"])
  ],
  targets: [
    .target(name: "ArgumentParser")
  ],
  swiftLanguageModes: [.v6]
)
