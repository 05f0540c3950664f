#include "CProbe.h"

// Not inlined, and not a tail call: callgrind must see it enter and leave.
__attribute__((noinline)) void patchbay_probe(void (*body)(void *), void *context) {
  body(context);
  __asm__ volatile("" ::: "memory");
}
