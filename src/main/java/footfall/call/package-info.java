/**
 * Emits tool calls with their inputs from local transcripts: {@link footfall.call.CallError}s, usage rows,
 * permission rules with their evidence. From {@link footfall.line.Line}s and their
 * {@link footfall.line.LineDetails}. Holds bounded maps and counts, never a line. The output contains transcript
 * content: only for the owner's terminal and files, never for a topic.
 */
package footfall.call;
