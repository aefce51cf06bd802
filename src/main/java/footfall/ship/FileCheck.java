package footfall.ship;

import footfall.tail.Disk;

/**
 * One look at a file that may have something new: how it was found, at which moment in ms, neither later than
 * it is read, and whether a whole last line needs no newline.
 */
record FileCheck(Disk.Entry entry, long atMs, boolean isQuiet) {}
