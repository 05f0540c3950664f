// Replaced by the parser.
