#pragma once

namespace mpart {

// From now on the first Ctrl-C (or SIGTERM) asks the program to finish: interrupted() turns true
// and standard input ends, so that nothing waits for it. The second one kills, as it always did.
void catch_interrupts();
bool interrupted();

}  // namespace mpart
