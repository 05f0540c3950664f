#pragma once

/// Lets the allocation of libyaml's with this number fail, counted from 0; a negative number lets none
/// fail. Counting begins anew.
void failing_allocations_begin(long number);

/// Ends it, and gives how many allocations libyaml made.
long failing_allocations_end(void);
