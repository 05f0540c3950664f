/// The order of the checks, defined only here.
///
/// Each pass documents what later ones may rely on. A pass continues with the valid nodes: a node
/// whose error was reported is marked faulty and never reported again.
let planPasses: [@Sendable (inout PlanDraft) -> Void] = [
  joinFactories,
  nameServices,
  stackDecorators,
  assignScopes,
  checkFreshServices,
  collectTags,
  narrowContracts,
  bindArguments,
  checkDecorators,
  checkListedKeys,
  checkHooks,
  checkRetries,
  checkEager,
  findCycles,
  findCaptives,
  orderStarts,
  determineAssembly,
]
