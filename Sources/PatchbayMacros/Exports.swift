// Expansions refer to `PatchbayMacros.Factory`, so a file that uses a macro needs no second import.
@_exported public import PatchbayCore
