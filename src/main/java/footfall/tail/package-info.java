/**
 * Emits the whole lines of transcript files, a chunk at a time, with the position behind them: which files
 * there are, in which order, and what was appended to each. Enter at {@link footfall.tail.Transcripts} and
 * {@link footfall.tail.FileTail}. Holds one chunk of a file at a time. Of what a line says it knows the first
 * timestamp and the working directory.
 * Promise 1 in topology-docs/guarantees.md is kept here.
 */
package footfall.tail;
