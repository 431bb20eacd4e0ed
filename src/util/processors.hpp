#pragma once

// Before a function: it is compiled once for each of these processors, "avx512f", "avx2", ...,
// "default", and the choice is made when the program starts. ThreadSanitizer runs too late for it.
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
#define MPART_COMPILED_FOR(...) [[gnu::target_clones(__VA_ARGS__)]]
#else
#define MPART_COMPILED_FOR(...)
#endif
