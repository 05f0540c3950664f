// swift-tools-version: 6.2
import PackageDescription

// The recipes of the article "With other packages", which run against stubs of these packages.
let products = [
  "grpc-swift-2": ["GRPCCore"],
  "grpc-swift-nio-transport": ["GRPCNIOTransportHTTP2"],
  "hummingbird": ["Hummingbird", "HummingbirdTesting"],
  "postgres-nio": ["PostgresNIO"],
  "stub-network": ["StubNetwork"],
  "swift-argument-parser": ["ArgumentParser"],
  "swift-configuration": ["Configuration"],
  "swift-distributed-tracing": ["InMemoryTracing", "Tracing"],
  "swift-log": ["Logging"],
  "swift-metrics": ["Metrics"],
  "swift-service-lifecycle": ["ServiceLifecycle", "UnixSignals"],
  "swift-system": ["SystemPackage"],
  "valkey-swift": ["Valkey"],
  "vapor": ["Vapor"],
]

let patchbay: [Target.Dependency] = ["Patchbay", "PatchbayCommand", "PatchbayTesting"].map {
  .product(name: $0, package: "Patchbay")
}
let stubs: [Target.Dependency] = products.keys.sorted().flatMap { package in
  products[package, default: []].map { .product(name: $0, package: package) }
}

let package = Package(
  name: "Integrations",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Patchbay", path: "../.."), .package(path: "VaporFour")]
    + products.keys.sorted().map { .package(path: "Stubs/\($0)") },
  targets: [
    .target(
      name: "IntegrationSupport",
      dependencies: [
        .product(name: "Patchbay", package: "Patchbay"),
        .product(name: "StubNetwork", package: "stub-network"),
      ],
      path: "Support"
    ),
    .testTarget(
      name: "IntegrationTests",
      dependencies: ["IntegrationSupport", .product(name: "VaporFour", package: "VaporFour")]
        + patchbay + stubs,
      path: "Tests"
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  // As in the library: where names of two packages are the same, an import decides.
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
