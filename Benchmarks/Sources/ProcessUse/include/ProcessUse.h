#include <stddef.h>

/// How many bytes of the heap are allocated at the moment, in all arenas.
size_t heapBytesInUse(void);

/// How many threads this process has at the moment; 0 where it is not known.
size_t threadCount(void);

/// How many nanoseconds all threads of this process have computed so far.
double computedNanoseconds(void);

/// Does nothing; `scripts/benchmark` lets callgrind write its counts before each call.
void writeCounts(void);
