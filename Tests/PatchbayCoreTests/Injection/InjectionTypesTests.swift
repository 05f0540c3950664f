import Foundation
import Testing

@testable import PatchbayCore

#if canImport(Glibc)
  import Glibc
#endif

/// What a cast says of a type, without the cast: a type with either conformance must never be missed.
@Suite("Which types are injected or notified is known without a cast")
struct InjectionTypesTests {
  private struct Plain {}
  private struct Notified: InjectionObserver { func didInject() {} }
  private enum Choice: InjectionObserver {
    case one
    func didInject() {}
  }
  private class Filled: Injectable {}
  private class Below: Filled {}
  private final class FarBelow: Below, InjectionObserver { func didInject() {} }
  private class Generic<Element> {}
  private final class Concrete: Generic<Int>, Injectable {}
  private class GenericFilled<Element>: Injectable {}
  private final class BelowGeneric: GenericFilled<Int> {}
  private actor Worker: InjectionObserver { nonisolated func didInject() {} }
  @MainActor private final class Screen: @MainActor InjectionObserver { func didInject() {} }
  private final class Apart {}
  private protocol Subject: InjectionObserver {}
  private struct ThroughProtocol: Subject { func didInject() {} }

  @Test(arguments: [
    TypeName(Plain.self), TypeName(Notified.self), TypeName(Choice.self), TypeName(Filled.self),
    TypeName(Below.self), TypeName(FarBelow.self), TypeName(Generic<Int>.self),
    TypeName(Concrete.self),
    TypeName(GenericFilled<String>.self), TypeName(BelowGeneric.self), TypeName(Worker.self),
    TypeName(Screen.self), TypeName(Apart.self), TypeName(ThroughProtocol.self),
    TypeName(Pair<Int>.self),
    TypeName(Pair<Plain>.self), TypeName([Int].self), TypeName(Int?.self), TypeName(Notified?.self),
    TypeName((Int, Int).self), TypeName((() -> Void).self), TypeName((any InjectionObserver).self),
    TypeName((any Injectable).self), TypeName(Any.self), TypeName(AnyObject.self),
    TypeName(Notified.Type.self), TypeName(String.self), TypeName(timespec.self),
  ])
  func asACastSays(_ type: TypeName) {
    #expect(InjectionTypes.isInjectable(type.type) == (type.type is any Injectable.Type))
    #expect(InjectionTypes.isObserver(type.type) == (type.type is any InjectionObserver.Type))
  }

  private class Root {}
  private class FilledBelow: Root, Injectable {}
  private class GenericRoot<Element> {}
  private class FilledBelowGeneric<Element>: GenericRoot<Element>, Injectable {}
  private final class FilledObject: NSObject, Injectable {}
  private class AlsoView: Filled, View {}
  private final class Picture: Root, Shown {}
  private struct Text: Listed {}
  private class OnlyPane: Pane {}
  private final class FilledPane: OnlyPane, Injectable {}

  @Test(arguments: [
    TypeName(Filled.self), TypeName(Root.self), TypeName(Generic<Int>.self),
    TypeName(GenericRoot<Int>.self),
    TypeName(NSObject.self), TypeName((any Listing).self), TypeName((any View).self),
    TypeName((any Pane).self), TypeName((any View & Pane).self),
    TypeName((any Root & Listed).self),
    TypeName(Any.self), TypeName(AnyObject.self),
  ])
  func whatMayBeOfAnInjectableClass(_ type: TypeName) {
    #expect(InjectionTypes.mayBeInjectable(productsOf: type.type))
  }

  @Test(arguments: [
    TypeName(Int.self), TypeName(Plain.self), TypeName(Root?.self), TypeName([Filled].self),
  ])
  func whatIsOfNoClass(_ type: TypeName) {
    #expect(!InjectionTypes.mayBeInjectable(productsOf: type.type))
  }

  #if os(Linux)
    /// Elsewhere, nothing says so.
    @Test(arguments: [
      TypeName(Apart.self), TypeName(Picture.self), TypeName((any Shown).self),
      TypeName((any Listed).self),
      TypeName((any Unused).self),
    ])
    func whatIsOfNoInjectableClass(_ type: TypeName) {
      #expect(!InjectionTypes.mayBeInjectable(productsOf: type.type))
    }

    /// Otherwise every class would be cast, which no other test notices.
    @Test func theRuntimeListsTheConformances() {
      let observers = ConformingTypes(of: (any InjectionObserver).self)
      #expect(observers.mayInclude(Notified.self))
      #expect(observers.mayInclude(Pair<Plain>.self))
      #expect(!observers.mayInclude(Plain.self))
      #expect(!observers.mayInclude(Apart.self))
      #expect(!ConformingTypes(of: (any Unused).self).mayInclude(Notified.self))
    }
  #endif

  /// For two protocols there is no list, and a cast has to tell.
  @Test func whatHasNoListMayConform() {
    #expect(ConformingTypes(of: (any InjectionObserver & Sendable).self).mayInclude(Notified.self))
    #expect(ConformingTypes(of: (any InjectionObserver & Unused).self).mayInclude(Plain.self))
    #expect(ConformingTypes(of: Int.self).mayInclude(Plain.self))
  }
}

private protocol Unused {}
/// A class that conforms is injectable; a subclass of one that is; a superclass of one; none.
private protocol Listing {}
private protocol View {}
private protocol Pane {}
private protocol Shown {}
private protocol Listed {}
private final class List: Injectable, Listing {}
private struct Pair<Element> {}
extension Pair: InjectionObserver where Element: FixedWidthInteger { func didInject() {} }

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

  @Test(arguments: [
    (TypeName((any Plain).self), "any Plain"), (TypeName((any Plain)?.self), "Plain?"),
    (TypeName((any Plain.Type).self), "any Plain.Type"), (TypeName(Any.self), "Any"),
    (TypeName((any Plain & Pulled).self), "any Plain & Pulled"),
  ])
  func description(_ type: TypeName, text: String) { #expect(type.description == text) }

  @Test func descriptionOfAConstrainedProtocol() {
    let text = TypeName((any Pulled<Int>).self).description
    #expect(text.hasPrefix("any Pulled<"), "\(text)")
  }

  @Test func optionalTypes() {
    #expect(TypeName(Int?.self).optional?.wrapped == Int.self)
    #expect(TypeName(Int??.self).optional?.wrapped == Int?.self)
    #expect(TypeName((any Plain)?.self).optional?.wrapped == (any Plain).self)
    #expect(TypeName(Int.self).optional == nil)
    #expect(TypeName(Base.self).optional == nil)
    #expect(TypeName((any Plain).self).optional == nil)
    #expect(TypeName(Result<Int, any Error>.self).optional == nil)
  }
}
