#pragma once
#include <stddef.h>

/// Runs libyaml's event loop over the bytes and gives the number of events, or -1 on an error.
long patchbay_floor_events(const unsigned char *bytes, size_t count);
