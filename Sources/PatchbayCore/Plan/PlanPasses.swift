/// The order of the checks, and the only place that knows it.
///
/// Each pass says in its own file what later ones may rely on. A pass goes on with what is healthy:
/// what was told about is marked faulty and never told again.
let planPasses: [@Sendable (inout PlanDraft) -> Void] = [
  joinFactories,
  nameServices,
  stackDecorators,
  assignScopes,
  checkFreshServices,
  collectTags,
  narrowContracts,
  bindArguments,
  checkListedKeys,
  findCycles,
  findCaptives,
  checkHooks,
  checkEager,
  orderStarts,
  findUnused,
]
