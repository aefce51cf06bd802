/**
 * Finds transcript files, orders them, and emits the whole lines that are appended to each, a chunk at a
 * time, with the position after them. Start with {@link footfall.tail.Transcripts} and {@link
 * footfall.tail.FileTail}. Holds one chunk of a file in memory at a time. Of the contents of a line, it reads
 * only the first timestamp and the working directory.
 * Promise 1 in topology-docs/guarantees.md is kept here.
 */
package footfall.tail;
