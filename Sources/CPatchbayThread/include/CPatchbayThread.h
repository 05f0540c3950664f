#pragma once

// How many requests the current thread answers by the shortest way, one inside the other.
//
// Swift has no variables of a thread, and a task's cost a hundred instructions to read: as much as the
// smallest factory itself.
extern _Thread_local int patchbay_nesting;

static inline int patchbay_enter(void) { return ++patchbay_nesting; }
static inline void patchbay_leave(void) { --patchbay_nesting; }

// Where the stack has grown to. The address of a variable would not do: the address sanitizer keeps
// variables on stacks of its own.
static inline __UINTPTR_TYPE__ patchbay_stack_position(void) {
  return (__UINTPTR_TYPE__)__builtin_frame_address(0);
}
