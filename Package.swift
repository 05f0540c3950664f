// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

let package = Package(
  name: "Patchbay",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Patchbay", targets: ["Patchbay"]),
    .library(name: "PatchbayFoundation", targets: ["PatchbayFoundation"]),
    .library(name: "PatchbayMacros", targets: ["PatchbayMacros"]),
    .library(name: "PatchbayTesting", targets: ["PatchbayTesting"]),
    .library(name: "PatchbayCommand", targets: ["PatchbayCommand"]),
  ],
  targets: [
    // The way of the data, from the C parser up to what programs import.
    .systemLibrary(
      name: "CPatchbayYAML",
      pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
    ),
    .target(name: "PatchbayDiagnostics"),
    .target(name: "PatchbayYAML", dependencies: ["CPatchbayYAML", "PatchbayDiagnostics"]),
    // A variable of each thread, which Swift cannot declare.
    .target(name: "CPatchbayRuntime"),
    .target(name: "PatchbayCore", dependencies: ["CPatchbayRuntime", "PatchbayDiagnostics"]),
    .target(
      name: "PatchbayConfiguration",
      dependencies: ["PatchbayYAML", "PatchbayCore", "PatchbayDiagnostics"]
    ),
    .target(
      name: "Patchbay",
      dependencies: ["PatchbayConfiguration", "PatchbayCore", "PatchbayDiagnostics"]
    ),
    .target(name: "PatchbayFoundation", dependencies: ["PatchbayCore"]),
    // Factories that are declared by macros. The plugin is a program that the compiler starts; it
    // needs nothing but the toolchain.
    .target(name: "PatchbayMacros", dependencies: ["PatchbayCore", "PatchbayMacrosPlugin"]),
    .macro(name: "PatchbayMacrosPlugin", dependencies: ["PatchbayMacroExpansion"]),
    .target(name: "PatchbayMacroExpansion"),
    .target(name: "PatchbayTesting", dependencies: ["Patchbay"]),
    .target(
      name: "PatchbayCommand", dependencies: ["Patchbay", "PatchbayDiagnostics", "PatchbayYAML"]),

    // What the tests share: gates, threads, processor time, temporary folders, journals, diagnostics.
    .target(
      name: "TestSupport", dependencies: ["PatchbayDiagnostics"], path: "Tests/TestSupport"),
    // Definitions as a program would build them, and services, for the tests of the runtime.
    .target(
      name: "RuntimeTestSupport",
      dependencies: ["PatchbayCore", "PatchbayDiagnostics", "TestSupport"],
      path: "Tests/RuntimeTestSupport"
    ),
    .testTarget(
      name: "PatchbayDiagnosticsTests",
      dependencies: ["PatchbayDiagnostics", "TestSupport"]
    ),
    .testTarget(
      name: "PatchbayYAMLTests",
      dependencies: ["PatchbayYAML", "PatchbayDiagnostics"],
      exclude: ["Data"]
    ),
    .testTarget(
      name: "PatchbayCoreTests",
      dependencies: [
        "PatchbayConfiguration", "PatchbayCore", "PatchbayDiagnostics", "RuntimeTestSupport",
        "TestSupport",
      ]
    ),
    // Threads against each other, for as many rounds as are asked for.
    .testTarget(
      name: "PatchbayStressTests",
      dependencies: [
        "PatchbayCore", "PatchbayDiagnostics", "RuntimeTestSupport", "TestSupport",
      ]
    ),
    .testTarget(
      name: "PatchbayConfigurationTests",
      dependencies: [
        "PatchbayConfiguration", "PatchbayCore", "PatchbayDiagnostics", "TestSupport",
      ]
    ),
    .testTarget(
      name: "PatchbayTests",
      dependencies: [
        "Patchbay", "PatchbayCommand", "PatchbayTesting", "PatchbayYAML", "TestSupport",
      ],
      exclude: [
        "CompilerMessages/Mistakes.swift.txt", "Fixtures", "Goldens",
        "Interface/public-symbols.txt", "Oracle/Dumps", "Table",
      ]
    ),
    .testTarget(
      name: "PatchbayFoundationTests",
      dependencies: ["Patchbay", "PatchbayFoundation"]
    ),
    .testTarget(
      name: "PatchbayTestingTests",
      dependencies: ["Patchbay", "PatchbayTesting", "TestSupport"],
      exclude: ["Fixtures"]
    ),
    .testTarget(
      name: "PatchbayMacrosTests",
      dependencies: [
        "Patchbay", "PatchbayMacroExpansion", "PatchbayMacros", "TestSupport",
      ],
      exclude: ["Fixtures"]
    ),
    .testTarget(
      name: "PatchbayCommandTests",
      dependencies: ["Patchbay", "PatchbayCommand", "PatchbayMacros", "TestSupport"],
      exclude: ["Fixtures", "Goldens"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// Builds some of the tests, for a sanitizer or for the time between two commits; all of them where it is not set.
if let names = Context.environment["PATCHBAY_TEST_TARGETS"]?.split(separator: " ") {
  package.targets.removeAll { $0.type == .test && !names.contains(Substring($0.name)) }
}

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    .enableUpcomingFeature("MemberImportVisibility"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
}
