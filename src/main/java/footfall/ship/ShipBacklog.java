package footfall.ship;

/** The existing files, how many of them have bytes that are not acknowledged, and how many bytes. */
record ShipBacklog(int files, int filesBehind, long bytesBehind) {}
