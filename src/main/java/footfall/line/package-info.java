/**
 * Emits {@link footfall.line.Line}s from the bytes of transcripts, in each dialect. Bytes become a
 * {@code Line} or a {@link footfall.line.RejectedBytes}, never an exception. Holds nothing between lines.
 * Classifies errors, shell commands and prompts. Promises 1, 5 and 6 in topology-docs/guarantees.md are kept
 * here.
 */
package footfall.line;
