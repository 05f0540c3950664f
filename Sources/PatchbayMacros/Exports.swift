// What a macro expands to names the types of this module and of the library through this one, so
// that a file needs no second import.
@_exported public import PatchbayCore
