import Foundation
import Testing

@Suite("Every feature of the older frameworks has a test")
struct AncestorTests {
  /// The rows of the article `ComingFrom.md`, in its order, and the tests of each.
  static let rows: [(feature: String, tests: [String])] = [
    // MARK: BAInjection
    (
      "fetching by class or by protocol, kept separate",
      [
        "ContainerScopeTests/aServiceIsNotFoundByATypeThatItDoesNotDeclare",
        "ContainerScopeTests/oneInstanceIsSeenAsEachContract",
      ]
    ),
    (
      "a block that is called for every injection",
      ["LifetimeBehaviours/transientAnew"]
    ),
    (
      "a singleton with `dispatch_once`",
      [
        "BuilderTests/closuresBuildServicesFromTheirDeclaredDependencies",
        "LifetimeBehaviours/singletonOnce",
      ]
    ),
    (
      "an existing instance",
      ["BuilderTests/instancesAreTheSameForAll"]
    ),
    (
      "a registrar that runs once at the first injection, in any order",
      [
        "DefaultContainerTests/theBuilderRunsOnceAtTheFirstUse",
        "LifetimeBehaviours/singletonFromEverywhere",
      ]
    ),
    (
      "an overlay in effect while its token lives, with a callback that receives the original",
      [
        "OverrideTests/itEndsWithItsToken",
        "OverrideTests/aRequestGetsWhatTheCallbackMakesOfTheOriginal",
        "OverrideTests/theCallbackRunsEveryTime",
      ]
    ),
    (
      "an overlay that returns one instance",
      ["NestedOverrideTests/anInstanceHidesWhatIsBeneathIt"]
    ),
    (
      "`overlayProtocol:`, `overlayClass:`",
      [
        "OverrideContractTests/theOnlyServiceOfAContractIsOverriddenWithoutItsKey",
        "OverrideContractTests/theOnlyServiceOfAClassIsOverriddenWithoutItsKey",
      ]
    ),
    (
      "`removeOverlay:`",
      ["OverrideTests/aRequestGetsWhatTheCallbackMakesOfTheOriginal"]
    ),
    (
      "a warning at initializers",
      [
        "LiveOverrideTests/forRequestsAndInjections",
        "LiveOverrideTests/outsideOfTestsALiveServiceIsBuilt", "TraitTests/notInTests",
      ]
    ),
    // MARK: AIRInject
    (
      "a factory block with a resolver",
      ["BuilderTests/closuresResolveFromTheContainer"]
    ),
    (
      "arguments of a request",
      [
        "BuilderTests/closuresResolveFromTheContainer",
        "RequestArgumentTests/argumentsComeInTheOrderOfTheParameters",
        "RequestArgumentTests/aFactoryGivesThemThroughItsResolver",
        "RequestArgumentTests/aMismatchIsReportedBeforeAnythingIsBuilt",
      ]
    ),
    (
      "arguments that select the type",
      ["RequestArgumentTests/theyCanChooseTheConcreteType"]
    ),
    (
      "the scopes graph, permanent, weak and transient",
      [
        "LifetimeBehaviours/diamond", "ThreadBehaviours/graphsOfTheirOwn",
        "LifetimeBehaviours/weakGoes",
        "ReentranceTests/aTaskThatAFactoryStartedRetainsNoInstanceOfItsContainer",
      ]
    ),
    (
      "a child container",
      [
        "ChildBehaviours/ownFirst", "ChildInheritanceTests/everyWayToAskFindsIt",
        "FirstInjectionTests/theInstancesOfAParentAreInjected",
      ]
    ),
    (
      "a synchronized resolver",
      ["ThreadBehaviours/oneCreation"]
    ),
    // MARK: Objection
    (
      "`objection_register`, `objection_register_singleton`",
      ["LifetimeBehaviours/transientAnew", "LifetimeBehaviours/singletonOnce"]
    ),
    (
      "`objection_requires`, including inherited properties",
      [
        "InjectableTests/aClassThatIsNotSendableIsInjectedAndNotifiedWhenItIsMade",
        "InjectableTests/aServiceIsInjectedByTheContainerThatBuildsIt",
      ]
    ),
    (
      "an injector with its own singletons",
      ["ContainerScopeTests/twoContainersOfAPlanShareNoInstances"]
    ),
    (
      "the global injector",
      [
        "DefaultContainerTests/theBuilderRunsOnceAtTheFirstUse",
        "DefaultContainerTests/thereIsNoneBeforeOneIsSet",
      ]
    ),
    (
      "a module that binds instances to classes and protocols",
      ["BuilderTests/instancesAreTheSameForAll", "BuilderTests/modulesTakeValues"]
    ),
    (
      "`awakeFromObjection`",
      [
        "InjectionObserverTests/onceAfterItsPropertiesAndBeforeItIsReturned",
        "InjectionObserverTests/anInjectableServiceIsNotifiedAfterItsInjection",
        "InjectionObserverTests/anAwaitingRequestNotifiesOnTheMainActor",
      ]
    ),
    (
      "eager singletons, a requested feature",
      ["BuilderTests/hooksRunForClosures", "LifecycleTests/eagerServicesAreBuiltAndOthersAreNot"]
    ),
    // MARK: APServiceBox
    (
      "the default box",
      [
        "DefaultContainerTests/theBuilderRunsOnceAtTheFirstUse",
        "DefaultContainerTests/thereIsNoneBeforeOneIsSet",
      ]
    ),
    (
      "a separate box, registration by name",
      ["BuilderTests/instancesAreTheSameForAll", "ContainerScopeTests/aKeyAloneGivesAnyType"]
    ),
    (
      "an object that injects itself",
      [
        "InjectableTests/aMainActorClassInjectsIntoItselfInItsInitializer",
        "InjectableTests/aNonSendableClassInjectsIntoItselfAndInheritedProperties",
      ]
    ),
    (
      "injection from outside",
      ["FillTests/aClassThatIsNotSendableIsInjectedWithItsInheritedProperties"]
    ),
    (
      "matching by name and type",
      ["FillTests/everyMissingServiceIsReportedAtOnceAndNothingIsSet"]
    ),
    (
      "the box as a property",
      ["FillTests/theContainerItselfIsInjected", "FillTests/aResolverIsInjectedThatRetainsNothing"]
    ),
    (
      "registered services that are injected into each other, all at the first injection",
      [
        "InjectableTests/instancesAreInjectedFromEachOtherOnFirstUseIncludingCycles",
        "FirstInjectionTests/anInstanceThatNoServiceNeedsIsInjected", "HandedInTests/onItsActor",
      ]
    ),
    // MARK: ObjectivePim
    (
      "a container as a dictionary of parameters",
      [
        "BuilderTests/definitionsCanBeAssignedLikeADictionary",
        "BuilderTests/parametersAndServicesShareABuilder",
      ]
    ),
    (
      "services as closures, the same instance each time, in any order",
      [
        "BuilderTests/definitionsCanBeAssignedLikeADictionary",
        "AssignmentTests/closuresInVariablesMakeTheService",
      ]
    ),
    (
      "closures that use the container",
      ["BuilderTests/closuresResolveFromTheContainer"]
    ),
    (
      "`protect:`",
      [
        "ProtectedTests/aClosureThatDoesNotThrowIsFoundAsSuch",
        "ProtectedTests/aThrowingClosureThrowsToItsCaller",
      ]
    ),
    (
      "`extend:`",
      ["BuilderTests/extensionsFollowEachOther", "BuilderTests/closuresResolveFromTheContainer"]
    ),
    (
      "a provider",
      ["BuilderTests/modulesTakeValues"]
    ),
    (
      "`factory:`",
      ["LifetimeBehaviours/transientAnew"]
    ),
  ]

  @Test func theRowsAreThoseOfTheArticle() throws {
    let file = Project.folder.appending(path: "Sources/Patchbay/Patchbay.docc/ComingFrom.md")
    let listed = try String(contentsOf: file, encoding: .utf8)
      .matches(of: /\n\| ([^|\n]+) \| [^\n]+ \|/).map { String($0.output.1) }
      .filter { $0 != "feature" && $0 != "---" }
    #expect(Self.rows.map(\.feature) == listed)
  }

  @Test func everyRowHasATest() { #expect(Self.rows.allSatisfy { !$0.tests.isEmpty }) }

  @Test(arguments: Set(rows.flatMap(\.tests)).sorted())
  func theTestOfARowExists(_ name: String) { #expect(TestSource.hasTest(name)) }
}
