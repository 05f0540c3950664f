import PatchbayCommand
import TestSupport
import Testing

/// What the article shows is what happens.
@Suite("The article on the commands")
struct CommandsArticleTests {
  @Test("shows what each command writes")
  func outputs() async throws {
    let article = try CommandArticle("Commands")
    try await article.checkOutputs(with: article.files)
  }
}
