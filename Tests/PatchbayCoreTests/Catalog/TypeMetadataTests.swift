import Testing

@testable import PatchbayCore

@Suite("The kind of a type is read from its description")
struct TypeMetadataTests {
  private protocol Pulled<Element> { associatedtype Element }
  private protocol Plain {}
  private class Base {}

  @Test(arguments: [
    (TypeName((any Plain).self), true), (TypeName(Any.self), true),
    (TypeName(AnyObject.self), true),
    (TypeName((any Plain & Sendable).self), true), (TypeName((any Base & Plain).self), true),
    (TypeName((any Pulled<Int>).self), true), (TypeName((any Pulled).self), true),
    (TypeName((any Error).self), true), (TypeName(Base.self), false), (TypeName(Int.self), false),
    (TypeName((any Plain)?.self), false), (TypeName([any Plain].self), false),
    (TypeName((any Plain.Type).self), true), (TypeName((() -> Void).self), false),
    (TypeName((Int, any Plain).self), false),
  ])
  func existentialTypes(_ type: TypeName, isExistential: Bool) {
    #expect(type.isExistential == isExistential)
  }

  @Test(
    "the kind of a type is read from its description",
    arguments: [
      (TypeName((any Plain).self), "any Plain"), (TypeName((any Plain)?.self), "Plain?"),
      (TypeName((any Plain.Type).self), "any Plain.Type"), (TypeName(Any.self), "Any"),
      (TypeName((any Plain & Pulled).self), "any Plain & Pulled"),
    ])
  func description(_ type: TypeName, text: String) { #expect(type.description == text) }

  @Test func descriptionOfAConstrainedProtocol() {
    let text = TypeName((any Pulled<Int>).self).description
    #expect(text.hasPrefix("any Pulled<"), "\(text)")
  }

  @Test("the type in an optional is found")
  func optionalTypes() {
    #expect(TypeName(Int?.self).optional?.wrapped == Int.self)
    #expect(TypeName(Int??.self).optional?.wrapped == Int?.self)
    #expect(TypeName((any Plain)?.self).optional?.wrapped == (any Plain).self)
    #expect(TypeName(Int.self).optional == nil)
    #expect(TypeName(Base.self).optional == nil)
    #expect(TypeName((any Plain).self).optional == nil)
    #expect(TypeName(Result<Int, any Error>.self).optional == nil)
  }
}
