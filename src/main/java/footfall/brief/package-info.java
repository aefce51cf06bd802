/**
 * Emits the text that a summarizer reads, block by block, from {@link footfall.line.Line}s and their
 * {@link footfall.line.LineDetails}. The format does not depend on the dialect. Holds the answer of one turn and
 * the names of calls without a result. The output contains transcript content: only for the owner's terminal
 * and files, never for a topic.
 */
package footfall.brief;
