// Definitions, services, gates and threads, for every file of the tests.
@_exported public import RuntimeTestSupport
@_exported public import TestSupport
