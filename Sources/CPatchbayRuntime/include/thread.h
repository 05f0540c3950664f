#pragma once

// How many nested requests the current thread answers on the fast path.
//
// Swift has no variables of a thread, and a task's cost a hundred instructions to read: as much as the
// smallest factory itself. Inline, as two calls were a tenth of it.
extern _Thread_local int patchbay_nesting;

// How deep requests on the fast path may nest, by factories that hold their container. Deeper requests take
// the slow path, which counts them and ends endless nesting with an error.
enum { patchbay_nesting_limit = 64 };

// Whether one more may begin; if so, patchbay_leave has to follow.
static inline _Bool patchbay_enter(void) {
  if (patchbay_nesting >= patchbay_nesting_limit) return 0;
  ++patchbay_nesting;
  return 1;
}

static inline void patchbay_leave(void) { --patchbay_nesting; }

// Where the stack has grown to. The address of a variable would not do: the address sanitizer keeps
// variables on stacks of its own.
static inline __UINTPTR_TYPE__ patchbay_stack_position(void) {
  return (__UINTPTR_TYPE__)__builtin_frame_address(0);
}
