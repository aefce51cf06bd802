/**
 * Emits {@link footfall.redact.RawLine}s from transcript files: which there are, in which order, and their
 * whole lines. Enter at {@link footfall.tail.Transcripts}, {@link footfall.tail.FileTail} and {@link
 * footfall.tail.CheckpointFile}. Holds one chunk
 * of a file at a time. Knows nothing of what a line says but its first timestamp. Promise 1 in
 * topology-docs/guarantees.md is kept here.
 */
package footfall.tail;
