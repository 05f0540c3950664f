// swift-tools-version: 6.2
import PackageDescription

// The fuzzer looks into the stages of a load, which only targets of the library's own package see, and is
// compiled as one of them. The compiler knows that package by the name of its folder.
let folder = Context.packageDirectory.split(separator: "/").dropLast().last ?? ""
let library = String(folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })

// A package of its own, as others cannot depend on one whose manifest has flags that are not safe.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Patchbay", path: "..")],
  targets: [
    // In C, as a program in Swift has a `main` of its own.
    .executableTarget(
      name: "Fuzz",
      dependencies: ["FuzzTargets"],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]
    ),
    .target(
      name: "FuzzTargets",
      dependencies: [
        .product(name: "Patchbay", package: "Patchbay"),
        .product(name: "PatchbayCommand", package: "Patchbay"),
        "MacroExpansion",
      ],
      packageAccess: false,
      swiftSettings: [.unsafeFlags(["-package-name", library])]
    ),
    // The library's own target, by a symbolic link: no product contains it. Two packages
    // have no targets of one name.
    .target(
      name: "MacroExpansion",
      packageAccess: false,
      swiftSettings: [.unsafeFlags(["-package-name", library])]
    ),
    // Loads in which an allocation of libyaml's fails, each in its turn.
    .target(name: "CFailingAllocations"),
    .executableTarget(
      name: "FailingAllocations",
      dependencies: ["CFailingAllocations", .product(name: "Patchbay", package: "Patchbay")]
    ),
    // Very many loads that fail, to see whether memory grows.
    .executableTarget(
      name: "FailingLoads",
      dependencies: [.product(name: "Patchbay", package: "Patchbay")]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
