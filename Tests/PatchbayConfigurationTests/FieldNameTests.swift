import Testing

@testable import PatchbayConfiguration

@Suite("Each field has the name of its case")
struct FieldNameTests {
  private static let kinds: [any FieldName.Type] = [
    EntryField.self, InlineField.self, RetryField.self, TimeoutField.self, FileField.self,
    SectionField.self, ImportField.self, DefaultsField.self,
  ]

  @Test(arguments: kinds.indices) func namesAreThoseOfTheCases(kind: Int) {
    func compare<Field: FieldName>(_: Field.Type) {
      #expect(Field.names.texts == Field.allCases.map { "\($0)" })
      #expect(Field.names.texts == Field.names.texts.sorted())
      for field in Field.allCases {
        #expect(Field.named(field.name)?.rawValue == field.rawValue)
        #expect(Field.named(field.name + "x") == nil)
      }
    }
    compare(Self.kinds[kind])
  }
}
