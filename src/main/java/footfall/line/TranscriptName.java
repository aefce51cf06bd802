package footfall.line;

/**
 * What the name of a transcript file contains. {@code word} is the name in its file ID: dialect, session and
 * agent; for a subagent beside its session (claude's old layout) the agent alone.
 */
public record TranscriptName(String word, Source source) {
    /** {@code agent}: null for a main transcript. */
    public static TranscriptName of(Dialect dialect, String session, String agent) {
        var word = dialect.word() + "/" + Ids.bounded(session) + (agent == null ? "" : "/" + Ids.bounded(agent));
        return new TranscriptName(
                word, Source.file(new SessionId(session), agent).in(dialect));
    }
}
