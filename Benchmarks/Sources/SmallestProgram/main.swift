import Patchbay

// The runtime and nothing else: no file, one service.

struct Clock {}

let container = try Container { Provide("clock", instance: Clock()) }
_ = try container.resolve("clock", as: Clock.self)
print("ready")
