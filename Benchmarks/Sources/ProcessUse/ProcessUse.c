#include "ProcessUse.h"

#include <time.h>

double computedNanoseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

// The empty instruction keeps the compiler from removing the calls.
__attribute__((noinline)) void writeCounts(void) { __asm__ volatile(""); }

#ifdef __APPLE__
#include <mach/mach.h>
#include <malloc/malloc.h>

size_t heapBytesInUse(void) {
    malloc_statistics_t statistics;
    malloc_zone_statistics(NULL, &statistics);
    return statistics.size_in_use;
}

size_t threadCount(void) {
    thread_act_array_t threads;
    mach_msg_type_number_t count;
    if (task_threads(mach_task_self(), &threads, &count) != KERN_SUCCESS) return 0;
    for (mach_msg_type_number_t i = 0; i < count; i++) mach_port_deallocate(mach_task_self(), threads[i]);
    vm_deallocate(mach_task_self(), (vm_address_t)threads, count * sizeof(thread_act_t));
    return count;
}
#else
#include <malloc.h>
#include <stdio.h>

size_t heapBytesInUse(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

size_t threadCount(void) {
    FILE *status = fopen("/proc/self/status", "r");
    char line[256];
    unsigned long count = 0;
    if (!status) return 0;
    while (fgets(line, sizeof line, status)) {
        if (sscanf(line, "Threads: %lu", &count) == 1) break;
    }
    fclose(status);
    return count;
}
#endif
