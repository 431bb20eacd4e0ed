#pragma once

namespace mpart {

// From now on the first Ctrl-C (or SIGTERM) asks the program to finish: interrupted() turns true
// and a read that waits gives up. The second one kills, as it always did. Calling it again changes
// nothing.
void catch_interrupts();
bool interrupted();

}  // namespace mpart
