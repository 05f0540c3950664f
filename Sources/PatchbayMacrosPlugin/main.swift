#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import PatchbayMacroExpansion

// The compiler starts this program, and both send each other messages of JSON until the compiler
// closes its end.
let connection = Connection()
let handler = MessageHandler()
while let message = connection.read() {
  // The compiler sends an empty one when it ends.
  guard !message.isEmpty else { continue }
  let answer: PluginMessage
  do {
    answer = handler.answer(to: try JSONDecoder().decode(HostMessage.self, from: message))
  } catch {
    connection.fail("the compiler sent an invalid message: \(error)")
  }
  connection.write(try JSONEncoder().encode(answer))
}
