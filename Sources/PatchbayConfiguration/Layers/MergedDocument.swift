import PatchbayYAML

/// A document to which no further layer is added.
///
/// A class, because a load, its evaluation and its plans all refer to it: each copy of a document costs
/// 700 instructions, a tenth of reading a small one.
final class MergedDocument: Sendable {
  let content: LayeredDocument

  init(_ content: LayeredDocument) { self.content = content }

  /// Returns the key of a service with the text of a scalar; nil if there is none.
  // Here, where the content is constant: elsewhere the table is copied, for 250 instructions a reference.
  @inline(never)
  func keyOfService(_ node: YAMLNode) -> String? { content.services.key(node) }
}
