/**
 * Copilot CLI: reads its lines into {@link footfall.line.Line}s by those of the session before them.
 * Follows requests, subagents, hooks and models; what it keeps of a file is bounded.
 * Also names the calls of reports and the moments of briefs, from the content of local files. Nothing outside the
 * package names its types; the resource {@code footfall/line/agents} does.
 */
package footfall.reader.copilot;
