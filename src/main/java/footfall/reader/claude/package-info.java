/**
 * Claude Code: reads its lines into {@link footfall.line.Line}s, each by itself, and what a brief says of them.
 * Every line names its session; the order of tests is that of topology-docs/transcript-format.md.
 * Also names the calls of reports and the moments of briefs, from the content of local files. Nothing outside the
 * package names its types; the resource {@code footfall/line/agents} does.
 */
package footfall.reader.claude;
