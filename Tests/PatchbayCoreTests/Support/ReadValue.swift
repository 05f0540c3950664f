@testable import PatchbayCore

/// Reads a value of a configuration as a factory's parameter does.
func read<Value: Decodable>(
  _ value: TestValue, as type: Value.Type
) throws(ValueMismatch) -> Value {
  var definitions = TestDefinitions()
  return try decodeValue(type, from: definitions.value(value))
}
