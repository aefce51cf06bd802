/**
 * Emits the text that a summarizer reads, block by block, from {@link footfall.line.Line}s and their {@link
 * footfall.line.Anatomy}. A talk reads the same whichever agent wrote it down. Holds the answer of one turn
 * and the names of calls without a result. What it emits is content of a transcript: for the terminal and the
 * files of who owns it, never for a topic.
 */
package footfall.brief;
