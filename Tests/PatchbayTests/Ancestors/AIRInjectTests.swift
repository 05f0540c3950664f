import Patchbay
import Testing

/// What users of AIRInject did with factories, arguments, scopes and a hierarchy of containers.
@Suite("Coming from AIRInject")
struct AIRInjectTests {
  // MARK: Basics

  protocol ProtocolA: Sendable { var b: any ProtocolB { get } }
  protocol ProtocolB: Sendable { var c: any ProtocolC { get } }
  protocol ProtocolC: Sendable {}
  struct ClassA: ProtocolA { let b: any ProtocolB }
  final class ClassB: ProtocolB {
    let c: any ProtocolC
    init(c: any ProtocolC) { self.c = c }
  }
  final class ClassC: ProtocolC {}

  @Test func aFactoryAsksItsResolverForWhatItNeeds() throws {
    let container = try Container {
      Provide("b", as: (any ProtocolB).self) { resolver in
        ClassB(c: try resolver.resolve((any ProtocolC).self))
      }
      Provide("c", as: (any ProtocolC).self) { ClassC() }
      Provide("a", as: (any ProtocolA).self) { resolver in
        ClassA(b: try resolver.resolve((any ProtocolB).self))
      }
    }
    let a = try container.resolve((any ProtocolA).self)
    #expect(try container.resolve((any ProtocolB).self) as AnyObject === a.b as AnyObject)
    #expect(a.b.c is ClassC)
  }

  // MARK: Arguments

  protocol Student: Sendable { var name: String { get } }
  protocol Teacher: Sendable {
    var name: String { get }
    var student: any Student { get }
  }
  final class PlainStudent: Student {
    let name: String
    init(name: String) { self.name = name }
  }
  final class EnglishStudent: Student {
    let name: String
    init(name: String) { self.name = name }
  }
  struct PlainTeacher: Teacher {
    let name: String
    let student: any Student
  }
  struct EnglishTeacher: Teacher {
    let name: String
    let student: any Student
  }

  static let student: ServiceKey<any Student> = "student"
  static let teacher: ServiceKey<any Teacher> = "teacher"

  @Test func withoutArgumentsTheFactoriesDecideThemselves() throws {
    let container = try Container {
      Provide(Self.student) { PlainStudent(name: "Peter") }
      Provide(Self.teacher) { resolver in
        PlainTeacher(name: "David", student: try resolver.resolve(Self.student))
      }
    }
    let teacher = try container.resolve(Self.teacher)
    #expect(teacher.name == "David")
    #expect(teacher.student.name == "Peter")
  }

  @Test func anArgumentOfTheRequestReachesTheFactory() throws {
    let container = try Container {
      Provide(Self.student, .argument("name")) { (name: String) in PlainStudent(name: name) }
      Provide(Self.teacher, .resolver, .argument("name")) { (resolver: Resolver, name: String) in
        PlainTeacher(
          name: name, student: try resolver.resolve(Self.student, arguments: "Peter"))
      }
    }
    let teacher = try container.resolve(Self.teacher, arguments: "David")
    #expect(teacher.name == "David")
    #expect(teacher.student.name == "Peter")
    // By the protocol alone, too.
    #expect(try container.resolve((any Teacher).self, arguments: "Anna").name == "Anna")
  }

  /// Who is made depends on what is spoken.
  private func school() throws -> Container {
    try Container {
      Provide(Self.student, .argument("name"), .argument("language")) {
        (name: String, language: String) -> any Student in
        language == "English" ? EnglishStudent(name: name) : PlainStudent(name: name)
      }
      Provide(Self.teacher, .resolver, .argument("name"), .argument("language")) {
        (resolver: Resolver, name: String, language: String) -> any Teacher in
        language == "English"
          ? EnglishTeacher(
            name: name,
            student: try resolver.resolve(Self.student, arguments: "Jack", "English"))
          : PlainTeacher(
            name: name,
            student: try resolver.resolve(Self.student, arguments: "Peter", "German"))
      }
    }
  }

  @Test func argumentsCanChooseTheConcreteType() throws {
    let container = try school()
    let english = try container.resolve(Self.teacher, arguments: "David", "English")
    #expect(english is EnglishTeacher)
    #expect(english.name == "David")
    #expect(english.student is EnglishStudent)
    #expect(english.student.name == "Jack")
    let german = try container.resolve(Self.teacher, arguments: "Doris", "German")
    #expect(german is PlainTeacher)
    #expect(german.student is PlainStudent)
    #expect(german.student.name == "Peter")
  }

  @Test func wrongArgumentsAreATypedErrorAndBuildNothing() throws {
    let container = try school()
    let tooFew = #expect(throws: DiagnosticsError.self) {
      try container.resolve(Self.teacher, arguments: "David")
    }
    #expect(tooFew?.codes == [.runtimeArguments])
    let wrongType = #expect(throws: DiagnosticsError.self) {
      try container.resolve(Self.teacher, arguments: "David", 7)
    }
    #expect(wrongType?.codes == [.runtimeArguments])
    let none = #expect(throws: DiagnosticsError.self) { try container.resolve(Self.teacher) }
    #expect(none?.codes == [.runtimeArguments])
  }

  // MARK: Scopes

  final class Room: Sendable {}
  struct House: Sendable {
    let left: Room
    let right: Room
  }

  /// A house that is given one room twice, and what becomes of the room in a scope.
  private func house(_ scope: ScopeName) throws -> Container {
    try Container {
      Provide("room", as: Room.self) { Room() }.scope(scope)
      Provide("house", as: House.self, .service("room"), .service("room")) {
        House(left: $0, right: $1)
      }
      .scope(.transient)
    }
  }

  @Test func graphMakesOneForEachRequest() throws {
    let container = try house(.graph)
    let (first, second) = (try container.resolve(House.self), try container.resolve(House.self))
    #expect(first.left === first.right)
    #expect(first.left !== second.left)
  }

  @Test func permanentIsASingletonForAsLongAsTheContainerLives() throws {
    weak var gone: Room?
    do {
      let container = try house(.singleton)
      let (first, second) = (try container.resolve(House.self), try container.resolve(House.self))
      #expect(first.left === first.right)
      #expect(first.left === second.left)
      gone = first.left
    }
    #expect(gone == nil)
  }

  @Test func weakIsKeptForAsLongAsSomebodyHoldsIt() throws {
    let container = try house(.weak)
    weak var gone: Room?
    do {
      let first = try container.resolve(House.self)
      let second = try container.resolve(House.self)
      #expect(first.left === second.right)
      gone = first.left
    }
    #expect(gone == nil)
    _ = try container.resolve(Room.self)
  }

  @Test func transientIsMadeEveryTime() throws {
    let first = try house(.transient).resolve(House.self)
    #expect(first.left !== first.right)
  }

  // MARK: Hierarchy

  protocol Car: Sendable {}
  final class Passat: Car {}
  final class Golf: Car {}

  @Test func whatAParentRegistersIsFoundInItsChildren() throws {
    let parent = try Container { Provide("car", as: (any Car).self) { Passat() } }
    let child = try Container(parent: parent) {}
    let car = try child.resolve((any Car).self)
    #expect(car is Passat)
    #expect(try parent.resolve((any Car).self) as AnyObject === car as AnyObject)
  }

  @Test func aChildsOwnRegistrationComesFirstAndStaysItsOwn() throws {
    let parent = try Container { Provide("car", as: (any Car).self) { Passat() } }
    let child = try Container(parent: parent) { Provide("car", as: (any Car).self) { Golf() } }
    #expect(try child.resolve((any Car).self) is Golf)
    #expect(try parent.resolve((any Car).self) is Passat)
  }

  // MARK: Threads

  @Test func aContainerIsItsOwnSynchronizedResolver() throws {
    let journal = Journal()
    let container = try Container {
      Provide(Self.student) {
        journal.note("made")
        return PlainStudent(name: "Peter")
      }
    }
    let names = Journal()
    onThreads(16) { _ in
      if let student = try? container.resolve(Self.student) { names.note(student.name) }
    }
    #expect(names.entries == Array(repeating: "Peter", count: 16))
    #expect(journal.entries == ["made"])
  }
}
