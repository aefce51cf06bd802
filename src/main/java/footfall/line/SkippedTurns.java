package footfall.line;

/**
 * The state of a trail before its first line that was sent: the number of turns, whether a prompt waited for
 * the model, and the owner of the last prompt, null when it is this session. Later turns are numbered from
 * there. {@code isNaming}: the line that says so is one of the skipped lines, sent because later lines need what it
 * names ({@link AgentEvent#naming}); it begins and changes no turn. Not part of the text.
 */
public record SkippedTurns(int turns, boolean isPrompted, String copyOf, boolean isNaming) {
    private static final String PROMPTED = " prompted";
    private static final String COPY = " of ";

    public SkippedTurns(int turns, boolean isPrompted, String copyOf) {
        this(turns, isPrompted, copyOf, false);
    }

    public SkippedTurns {
        if (turns < 0) {
            throw new IllegalArgumentException("turns is " + turns);
        }
    }

    public SkippedTurns withOwner(String owner) {
        return new SkippedTurns(turns, isPrompted, owner, isNaming);
    }

    /** The same on a skipped line that is sent, or on another line. */
    public SkippedTurns naming(boolean isNamingLine) {
        return new SkippedTurns(turns, isPrompted, copyOf, isNamingLine);
    }

    /** In headers: {@code 5}, {@code 5 prompted}, each optionally followed by {@code of SESSION}. */
    @Override
    public String toString() {
        return turns + (isPrompted ? PROMPTED : "") + (copyOf == null ? "" : COPY + copyOf);
    }

    /** Parses the result of {@link #toString}; throws {@link IllegalArgumentException} for anything else. */
    public static SkippedTurns parse(String text) {
        int copy = text.indexOf(COPY);
        var before = copy < 0 ? text : text.substring(0, copy);
        boolean isPrompted = before.endsWith(PROMPTED);
        int end = before.length() - (isPrompted ? PROMPTED.length() : 0);
        return new SkippedTurns(
                Integer.parseInt(before.substring(0, end)),
                isPrompted,
                copy < 0 ? null : text.substring(copy + COPY.length()));
    }
}
