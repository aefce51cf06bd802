package footfall.line;

/**
 * The state of a trail before its first line that was sent: the number of turns, whether a prompt waited for
 * the model, and the owner of the last prompt, null when it is this session. Later turns are numbered from
 * there.
 */
public record SkippedTurns(int turns, boolean isPrompted, String copyOf) {
    private static final String PROMPTED = " prompted";
    private static final String COPY = " of ";

    public SkippedTurns {
        if (turns < 0) {
            throw new IllegalArgumentException("turns is " + turns);
        }
    }

    public SkippedTurns withOwner(String owner) {
        return new SkippedTurns(turns, isPrompted, owner);
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
