// A program imports only this module.
@_exported public import PatchbayConfiguration
@_exported public import PatchbayCore
@_exported public import PatchbayDiagnostics
