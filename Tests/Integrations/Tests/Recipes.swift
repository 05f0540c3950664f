import Testing

/// The recipes of the article "With other packages" do what it says, with stubs of the packages.
///
/// One after the other: signals, and what a program bootstraps, belong to the process.
@Suite("Recipes", .serialized, .timeLimit(.minutes(1)))
struct Recipes {}
