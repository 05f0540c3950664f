import PatchbayDiagnostics

/// The decoded values of one type by their texts, while a plan is made: many services have the same, such
/// as a time limit, and share one box.
///
/// Only for types without a reference, of which two equal values cannot be distinguished.
struct SharedValues {
  private var values: [(text: String, box: AnyBox)] = []
  private var index = TextIndex()

  /// Returns the value of a text, which is decoded if no argument had it before.
  mutating func box(
    _ text: String, _ decode: () throws(ValueMismatch) -> AnyBox
  ) throws(ValueMismatch) -> AnyBox {
    let hash = TextHash.hash(text)
    if let position = index.position(of: hash, where: { values[$0].text == text }) {
      return values[position].box
    }
    let box = try decode()
    index.insert(values.count, hash: hash)
    values.append((text, box))
    return box
  }
}
