#include "CProbe.h"
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#define MOST_THREADS 64

struct start {
  void (*body)(void *);
  void *context;
  atomic_int waiting;
  atomic_bool may_go;
};

static void *run(void *argument) {
  struct start *start = argument;
  atomic_fetch_add(&start->waiting, 1);
  // Busy, so that all begin within nanoseconds of each other.
  while (!atomic_load(&start->may_go)) {
  }
  start->body(start->context);
  return NULL;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

double patchbay_on_threads(int threads, void (*body)(void *), void *context) {
  pthread_t made[MOST_THREADS];
  struct start start = {body, context, 0, 0};
  if (threads > MOST_THREADS) return -1;
  int count = 0;
  while (count < threads && pthread_create(&made[count], NULL, run, &start) == 0) count += 1;
  while (atomic_load(&start.waiting) < count) {
  }
  double begin = now();
  atomic_store(&start.may_go, 1);
  for (int index = 0; index < count; index++) pthread_join(made[index], NULL);
  double seconds = now() - begin;
  return count == threads ? seconds : -1;
}
