/**
 * Emits what local transcripts tell of tool calls with their inputs: {@link footfall.call.CallError}s, rows
 * of usage, permission rules with their evidence. From {@link footfall.line.Line}s and their {@link
 * footfall.line.Anatomy}. Holds bounded maps and counts, never a line. What it emits is content of a
 * transcript: for the terminal and the files of who owns it, never for a topic.
 */
package footfall.call;
