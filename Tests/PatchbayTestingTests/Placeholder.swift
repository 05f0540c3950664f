// Filled in a later commit.
