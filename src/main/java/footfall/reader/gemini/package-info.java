/**
 * Gemini CLI: reads the update log of a session into {@link footfall.line.Line}s by the records before them.
 * Counts a message once, however often and in whichever file it is written; what it keeps of a file is bounded.
 * Also names the calls of reports and the moments of briefs, from the content of local files. Nothing outside the
 * package names its types; the resource {@code footfall/line/agents} does.
 */
package footfall.reader.gemini;
