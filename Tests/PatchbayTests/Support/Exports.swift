// Gates and threads, for every file of the tests.
@_exported public import TestSupport
