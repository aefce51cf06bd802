/**
 * OpenCode: reads the events of its database into {@link footfall.line.Line}s, each session as a transcript.
 * Each event repeats the whole message or part that it changes; what is new in it is decided by the events before it.
 * What it keeps of a session is bounded. Also names the calls of reports and the moments of briefs. Nothing outside the
 * package names its types; the resource {@code footfall/line/agents} does.
 */
package footfall.reader.opencode;
