// What a program imports is this module alone.
@_exported public import PatchbayConfiguration
@_exported public import PatchbayCore
@_exported public import PatchbayDiagnostics
