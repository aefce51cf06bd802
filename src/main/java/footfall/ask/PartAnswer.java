package footfall.ask;

import footfall.view.Share;

/** The answer of an instance about its partitions: those that it could not read, and those of standbys. */
record PartAnswer<T>(T part, Share unread, Share stale) {}
