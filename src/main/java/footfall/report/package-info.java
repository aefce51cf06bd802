/**
 * Emits what the transcript files of this machine answer by themselves: turns, reports, event logs, briefs.
 * Every file goes through the same folds as in the stream, in the order of the files, read in parallel.
 * Holds what an answer needs, never lines; what is too much for the memory lies in a file meanwhile.
 * Knows nothing of Kafka and needs nothing that runs. Promise 16 in topology-docs/guarantees.md is kept here.
 */
package footfall.report;
