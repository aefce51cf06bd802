package footfall.ship;

import footfall.tail.Disk;

/**
 * A check of a file for new lines. {@code entry}: the file at {@code atMs}; both are from before the file is
 * read. {@code isQuiet}: accept a valid last line without a newline.
 */
record FileCheck(Disk.Entry entry, long atMs, boolean isQuiet) {}
