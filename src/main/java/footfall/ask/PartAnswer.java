package footfall.ask;

import footfall.view.PartialShard.Report;

/** The answer of an instance about its partitions, and what it could not read. */
record PartAnswer<T>(T part, Report report) {}
