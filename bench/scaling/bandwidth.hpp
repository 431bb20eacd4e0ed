#pragma once

// Bytes a nanosecond that one core reads and writes in a[i] = b[i] + s c[i] over arrays that no
// cache holds (the triad of STREAM): the best of several runs.
double memory_bandwidth();
