/**
 * qbit: reads its flat events, a line or an element of an array each, into {@link footfall.line.Line}s.
 * Each event says by itself what it means; subagents are in the file of their session.
 * Also names the calls of reports and the moments of briefs, from the content of local files. Nothing outside the
 * package names its types; the resource {@code footfall/line/agents} does.
 */
package footfall.reader.qbit;
