// Counts what goes through malloc, by standing before the C library's own functions. Only the GNU C
// library keeps those reachable under a second name.
#include "CProbe.h"
#include <stdatomic.h>
#include <stdlib.h>

#ifdef __GLIBC__
#include <errno.h>
#include <malloc.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

// Only read where nothing is counted, so that threads that are timed share no line that changes.
static atomic_bool is_counting;
static atomic_long allocations, held, peak;

static void *taken(void *memory) {
  if (atomic_load_explicit(&is_counting, memory_order_relaxed) && memory) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
    long size = malloc_usable_size(memory);
    long now = atomic_fetch_add_explicit(&held, size, memory_order_relaxed) + size;
    long most = atomic_load_explicit(&peak, memory_order_relaxed);
    while (now > most && !atomic_compare_exchange_weak(&peak, &most, now)) {
    }
  }
  return memory;
}

static void given(void *memory) {
  if (atomic_load_explicit(&is_counting, memory_order_relaxed) && memory)
    atomic_fetch_sub_explicit(&held, malloc_usable_size(memory), memory_order_relaxed);
}

void *malloc(size_t size) { return taken(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return taken(__libc_calloc(count, size)); }
void free(void *memory) {
  given(memory);
  __libc_free(memory);
}
void *realloc(void *memory, size_t size) {
  given(memory);
  return taken(__libc_realloc(memory, size));
}
void *memalign(size_t alignment, size_t size) { return taken(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) {
  return taken(__libc_memalign(alignment, size));
}
int posix_memalign(void **result, size_t alignment, size_t size) {
  void *memory = taken(__libc_memalign(alignment, size));
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}

int patchbay_can_count(void) { return 1; }

void patchbay_begin_counting(void) {
  allocations = held = peak = 0;
  is_counting = 1;
}

patchbay_counts patchbay_end_counting(void) {
  is_counting = 0;
  return (patchbay_counts){allocations, held, peak};
}

#else

int patchbay_can_count(void) { return 0; }
void patchbay_begin_counting(void) {}
patchbay_counts patchbay_end_counting(void) { return (patchbay_counts){0, 0, 0}; }

#endif
