#pragma once
#include <stddef.h>

/// Calls `body(context)`. Its name is what callgrind's counting is switched on and off by.
void patchbay_probe(void (*body)(void *), void *context);

/// What a program took from `malloc` and its like between a begin and an end.
typedef struct {
  /// How many calls.
  long allocations;
  /// What is held more than at the begin, in bytes, as large as `malloc` made them.
  long held;
  /// The most that was held at any time more than at the begin.
  long peak;
} patchbay_counts;

/// Whether this C library's `malloc` can be counted.
int patchbay_can_count(void);
void patchbay_begin_counting(void);
patchbay_counts patchbay_end_counting(void);

/// Runs `body(context)` on so many threads at once, and gives the seconds from their common start
/// to the end of the last one; below 0 where a thread cannot be made.
double patchbay_on_threads(int threads, void (*body)(void *), void *context);
