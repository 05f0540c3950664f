/// A document to which no further layer is added.
///
/// A class, because a load, its evaluation and its plans all refer to it: each copy of a document costs
/// 700 instructions, a tenth of reading a small one.
final class MergedDocument: Sendable {
  let content: LayeredDocument

  init(_ content: LayeredDocument) { self.content = content }
}
